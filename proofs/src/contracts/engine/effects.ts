import type { Valuation } from '../close-out-order.ts'
import type { Closing } from '../close.ts'
import type { Expiry } from '../expiry.ts'
import type { Opening } from '../opening.ts'
import type { QuoteRate } from '../price.ts'
import type { CloseRequest, EngineAccount, EngineOrder, EnginePosition, EngineTick } from './book.ts'

export type EndedStatus = 'CANCELLED' | 'CANCELLED_SLIPPAGE' | 'REJECTED_MARGIN' | 'EXPIRED'
export type ClosedReason = 'USER' | 'SL' | 'TP' | 'CLOSEOUT' | 'EXPIRY'

/** What a closing moves, smallest units of USDT: the four entries sum to zero, a repayment of debt is an entry of its own. */
export type ClosingMoney = {
  readonly customer: bigint
  readonly reserve: bigint
  readonly revenue: bigint
  readonly rounding: bigint
  /** Of the loss what the account could not pay now; it is in `reserve`. */
  readonly short: bigint
  readonly repaid: bigint
}

/** What holding ticks came to, in the order in which it happened. */
export type EngineEffect =
  | {
      readonly is: 'opened'
      readonly order: EngineOrder
      readonly position: EnginePosition
      readonly tick: EngineTick
      readonly rate: QuoteRate
      readonly opening: Opening
      readonly price: bigint
      readonly closeOut: bigint | null
      /** Of a future: when it settles. */
      readonly expiry: Expiry | null
    }
  | {
      readonly is: 'ended'
      readonly order: EngineOrder
      readonly status: EndedStatus
      /** The newest tick of its instrument that was held by then. */
      readonly afterSeq: number
      readonly tick: EngineTick | null
      readonly price: bigint | null
      /** Of what the account owed what it pays now. */
      readonly repaid: bigint
    }
  | {
      readonly is: 'closed'
      readonly position: EnginePosition
      readonly reason: ClosedReason
      readonly request: CloseRequest | null
      readonly lots: bigint
      readonly tick: EngineTick
      readonly rate: QuoteRate
      readonly price: bigint
      readonly closing: Closing
      readonly money: ClosingMoney
      /** What the rest of it is called on from now; null after the last lot. */
      readonly rest: EnginePosition | null
      /** The close-out price of the rest. */
      readonly closeOut: bigint | null
    }
  | {
      readonly is: 'financed'
      readonly position: EnginePosition
      readonly midnight: number
      readonly tick: EngineTick
      readonly rate: QuoteRate
      readonly amount: bigint
      readonly total: bigint
    }
  | { readonly is: 'warned'; readonly account: EngineAccount; readonly percent: bigint; readonly level: bigint }
  | {
      readonly is: 'closingOut'
      readonly account: EngineAccount
      readonly id: string
      readonly afterSeq: number
      readonly equity: bigint
      readonly margin: bigint
      /** All positions of the account then, in the order of opening. */
      readonly valuations: readonly Valuation[]
    }
  | { readonly is: 'protected'; readonly account: EngineAccount; readonly amount: bigint }
