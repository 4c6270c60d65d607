import type { Signer } from '@evenhand/proofs/crypto.ts'
import type { LimitName } from '@evenhand/protocol/safeguards.ts'
import type { CountryProduct } from '@evenhand/protocol/countries.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { PgListener, PgListenerParams } from '../../kernel/db/pg-listener.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Log } from '../../kernel/log.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { OfferedFrom } from './country-matrix.ts'

/** A sum over a customer's orders: how many run, what was staked, or what was lost since a time, epoch ms. */
export type Question = { what: 'open' | 'staked' | 'lost'; since: number }
/** The most such a sum may come to with an order, and what the order is refused with beyond it. */
export type CustomerSpendLimit = Question & { max: bigint; refusal: () => Promise<Refusal> }
/** What a customer did on one account since a time; `profitLoss` in smallest units. */
export type Trades = { buys: number; sells: number; profitLoss: bigint; open: number }

export type SafeguardsDeps = {
  db: Db<'safeguards'>
  clock: Clock
  log: Log
  /** Signs each change, with a key that is not in the database. */
  signer: Signer
  /** The country matrix: refuses 40001, or returns whether a product is offered. */
  mustBeOffered: (requested: OfferedFrom) => void
  isOffered: (requested: OfferedFrom) => boolean
  /** What the products know of a customer's orders, one result for each query. */
  spent: (options: { accountId: bigint; mode: AccountMode; questions: readonly Question[] }) => Promise<bigint[]>
  tradesSince: (options: { accountId: bigint; since: number }) => Promise<Record<AccountMode, Trades>>
  /** What a customer paid in since a time, epoch ms, in smallest units of USDT. */
  paidInSince: (options: { customerId: string; since: number }) => Promise<bigint>
  /** Free and held USDT of the real account, smallest units. */
  realBalance: (accountId: bigint) => Promise<bigint>
  /** Publishes that a limit of a customer's own stopped an order; `ref` is the same for a limit and a day. */
  reached?: (options: { accountId: bigint; params: { limit: LimitName; value: string }; ref: string }) => Promise<void>
  /** Is notified of changes that other processes make; without it this process is alone. */
  listen?: (options: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
}

/** An order that a customer wants to place. */
export type WantedOrder = { session: Session; ip?: string; product: CountryProduct; mode: AccountMode; stake: bigint }
