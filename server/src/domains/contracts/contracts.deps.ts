import type { ContractSide, OrderType } from '@evenhand/protocol/contracts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { CloseReason, ContractStatus } from '@evenhand/protocol/states.ts'
import type { Signer } from '@evenhand/proofs/crypto.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Markets } from '../markets/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'
import type { ContractLimits } from './contracts.rules.ts'
import type { ContractTermsBook } from './terms-book.ts'

/** An order that a customer is about to place; `stake`: its margin, smallest units, 0 where that is not known yet. */
export type WantedContract = { session: Session; ip: string; product: 'contracts'; mode: AccountMode; stake: bigint }

/** The most that a sum over a customer's orders of all products may come to, and what an order beyond it is refused with. */
export type SpendLimit = {
  what: 'open' | 'staked' | 'lost'
  /** Epoch milliseconds. */
  since: number
  max: bigint
  refusal: () => Refusal | Promise<Refusal>
}

export type ContractsDeps = {
  db: Db<'contracts'>
  ledger: Ledger
  markets: Markets
  /**
   * Refuses what a customer's country or own safeguards do not allow (40001, 40005, 40002, 40003, 40004), in this order.
   * Returns the limits that are guarded where the order is placed, beside all others that go at the same moment.
   */
  mayTrade: (params: WantedContract) => readonly SpendLimit[] | void | Promise<readonly SpendLimit[] | void>
  /** Where a caller counts as being; what one of these countries is not offered is refused. */
  countriesOf: (caller: { country: string; ip: string }) => readonly string[]
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  /** Millionths of the fee that a customer does not pay on an order accepted now, on either account; none where it is left out. */
  feeDiscountPpm?: (session: Session) => Promise<bigint>
  /** Costs, leverage and the house's limits by version and time. */
  terms: ContractTermsBook
  signer: Signer
  clock: Clock
  log: Log
  /** Names this installation in its records. */
  origin: string
  installation: 'sandbox' | 'live'
  /** In place of what the terms state; tests set it. */
  limits?: ContractLimits
  bus?: Bus | undefined
  /** Publishes notices in the transaction of what happened; none where left out. */
  enqueueNotices?: EnqueueNotices
  /** Called with accounts whose contracts changed. It must not throw, nor wait for anything. */
  changed?: (accounts: readonly { accountId: bigint; mode: AccountMode }[]) => void
}

/** A tick that decided something, price in the instrument's units. */
export type ContractTick = { seq: number; ts: number; price: bigint }

/**
 * A contract in whatever state it is. Prices in units of the instrument, amounts in smallest units of USDT, lots in
 * hundredths, units in hundred-millionths, times in epoch milliseconds; null is what does not exist in its state.
 */
export type Contract = {
  accountId: bigint
  id: string
  parentId: string | null
  orderNo: bigint
  mode: AccountMode
  instrumentId: number
  side: ContractSide
  orderType: OrderType
  lots: bigint
  units: bigint | null
  leverage: number
  price: bigint | null
  stopLoss: bigint | null
  takeProfit: bigint | null
  maxSlippage: number | null
  waitsUntil: number | null
  acceptedAt: number
  feedKind: string
  /** The version of the terms it was accepted under, and keeps. */
  termsVersion: number
  /** Millionths of each fee that its customer does not pay. */
  feeDiscountPpm: bigint
  status: ContractStatus
  openPrice: bigint | null
  open: ContractTick | null
  closePrice: bigint | null
  close: ContractTick | null
  closeReason: CloseReason | null
  notional: bigint | null
  margin: bigint | null
  feeOpen: bigint | null
  feeClose: bigint | null
  financing: bigint | null
  profit: bigint | null
  closeOut: bigint | null
  /** Of an order that waits: the newest tick and the price on its opening side at acceptance, and what it has set aside. */
  seen: { seq: number; price: bigint } | null
  held: bigint | null
  expiresAt: number | null
}
