import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Markets } from '../markets/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'

export type ConversionsDeps = {
  db: Db<'conversions'>
  clock: Clock
  installation: 'sandbox' | 'live'
  limits: Limits
  ledger: Pick<Ledger, 'balances' | 'tradable' | 'houseFree' | 'accountNamed' | 'remember' | 'findKey'>
  markets: Pick<Markets, 'latest' | 'instrument' | 'ticks' | 'onTicks'>
  /** Refuses who may not convert: country 40001, pause 40005. */
  mayConvert: (params: { session: Session; ip: string }) => Promise<void>
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  /** The customer's real balances have changed. */
  moved: (accountId: bigint) => void
  /** Notifies the customer, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
}
