import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import type { Session } from '../../kernel/http.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Markets } from '../markets/index.ts'

export type ConversionsDeps = {
  db: Db<'wallet'>
  clock: Clock
  installation: 'sandbox' | 'live'
  limits: Limits
  ledger: Pick<Ledger, 'balances' | 'tradable' | 'houseFree' | 'accountNamed' | 'remember' | 'findKey'>
  markets: Pick<Markets, 'latest' | 'instrument' | 'ticks' | 'onTicks'>
  /** Refuses who may not convert: country 40001, pause 40005. */
  mayConvert: (of: { session: Session; ip: string }) => Promise<void>
  /** The customer's real balances have changed. */
  moved: (accountId: bigint) => void
  /** Tells the customer what was converted. */
  tellDone: (of: { accountId: bigint; id: string; from: string; to: string; amount: string; received: string }) => void
}
