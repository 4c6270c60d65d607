import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Signer } from '@evenhand/proofs/crypto.ts'
import type { Receipt, SettledReceipt } from '@evenhand/proofs/receipt.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Db, LaneConnection } from '../../kernel/db/db.ts'
import type { Call, Session } from '../../kernel/http/http.ts'
import type { Log } from '../../kernel/log.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Markets } from '../markets/index.ts'
import type { JustSettled } from './settle-options.ts'
import type { TermsBook } from './terms-book.ts'

/** The newest signed head of the log, which a receipt names. */
export type CurrentHead = () => { size: number; root: string }

export type OptionsDeps = {
  db: Db<'options'>
  /** One connection a lane, as the role `api`. */
  connect: () => LaneConnection
  ledger: Ledger
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  markets: Markets
  /**
   * Refuses what a customer's country or own safeguards do not allow (40001, 40005, 40002, 40003, 40004), in this order.
   * Returns the limits that have to be guarded where the order is placed, beside all others that go at the same moment.
   */
  mayTrade: (params: TradeParams) => readonly SpendLimit[] | void | Promise<readonly SpendLimit[] | void>
  signer: Signer
  /** The terms by version and time. */
  terms: TermsBook
  /** The whole receipt of an order, with its seals where the log has them; served by the books. */
  receiptDocument: (params: { accountId: bigint; orderId: string }) => Promise<Receipt | SettledReceipt>
  head: CurrentHead
  clock: Clock
  log: Log
  /** Names this installation in its receipts. */
  origin: string
  installation: 'sandbox' | 'live'
  rateLimits: boolean
  /** The other processes of the installation, and the index of this one among those that serve customers, from 0. */
  bus?: Bus
  processIndex?: number
  /** The first response of a key that no option came to: what another product returned under it. */
  otherByKey?: (params: { key: string; call: Call }) => Promise<Record<string, unknown> | undefined>
  /** Called with orders once they stand: placed, or ended with their money moved. It must not throw, nor wait for anything. */
  placed?: (order: Order) => void
  settled?: (orders: readonly JustSettled[]) => void
}

/** What reading orders and writing their receipts out again needs. */
export type RecordDeps = Pick<OptionsDeps, 'db' | 'ledger' | 'markets' | 'terms' | 'origin'>

/** An order that a customer is about to place; the stake in smallest units. */
export type TradeParams = { session: Session; ip: string; product: 'options'; mode: AccountMode; stake: bigint }

/**
 * The most a customer's orders of one account may come to, the one that is being placed among them: how many run
 * (`open`), what was staked since a time (`staked`), or what was lost since a time with what is at stake (`lost`).
 * Smallest units, epoch milliseconds. `refusal` is what an order beyond it is refused with.
 */
export type SpendLimit = {
  what: 'open' | 'staked' | 'lost'
  since: number
  max: bigint
  refusal: () => Refusal | Promise<Refusal>
}

/** An order as it stands in the tables, times in epoch milliseconds. */
export type Order = {
  accountId: bigint
  id: string
  orderNo: bigint
  mode: AccountMode
  instrumentId: number
  direction: 'UP' | 'DOWN'
  stake: bigint
  payoutPpm: bigint
  limitTime: number
  acceptedAt: number
  seenSeq: number
  feedKind: FeedKind
  batchId: string
  batchIndex: number
}

/** The part of an order that its result and the notified customer need. */
export type OrderTerms = Omit<Order, 'orderNo' | 'batchId' | 'batchIndex'>

/** A tick that decided something, price in the instrument's units. */
export type DecidingTick = { seq: number; ts: number; price: bigint }

/** What an early sale was computed from. */
export type Sale = {
  /** The customer's call: when it came and the newest tick seen then. */
  acceptedAt: number
  seenSeq: number
  price: string
  S: string
  K: string
  tau: number
  sigma: string
  p: string
  tick: { seq: number; ts: number; price: string }
}

export type SettledOrder = Order & {
  status: 'WON' | 'LOST' | 'TIE' | 'SOLD' | 'VOID'
  voidReason: 'NO_ENTRY_TICK' | 'FEED_INVALID' | 'SESSION_HALTED_BY_EXCHANGE' | null
  gain: bigint
  entry: DecidingTick | null
  exit: DecidingTick | null
  expiresAt: number | null
  sale: Sale | null
  entryNo: bigint | null
  settledAt: number
}
