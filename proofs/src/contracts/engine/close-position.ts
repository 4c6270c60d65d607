import { closingOf, type Closing } from '../close.ts'
import type { QuoteRate } from '../price.ts'
import {
  addPosition,
  markAt,
  markPosition,
  removePosition,
  type CloseRequest,
  type EngineAccount,
  type EngineBook,
  type EnginePosition,
  type EngineTick,
} from './book.ts'
import { closeOutOf } from './fill-order.ts'
import type { ClosedReason, ClosingMoney, EngineEffect } from './effects.ts'

export type ClosingParams = {
  readonly reason: ClosedReason
  readonly request: CloseRequest | null
  readonly lots: bigint
  readonly tick: EngineTick
  readonly price: bigint
  readonly rate: QuoteRate
}

/** Closes lots of a position at a tick and advances the book. */
export function closePosition(book: EngineBook, position: EnginePosition, params: ClosingParams): EngineEffect {
  const { lots, price, rate, request, tick } = params
  const closing = closingOf(position.instrument, position, { lots, price, rate })
  removePosition(book, position)
  const money = payClosing(position.account, closing)
  const rest = closing.rest === null ? null : restOf(position, closing, request)
  if (rest !== null) {
    addPosition(book, rest)
    markPosition(rest, markAt(rest.instrument, { price: tick.price, rate }))
  }
  const { account } = position
  if (account.closingOut?.id === position.id) account.closingOut = null
  const closeOut = rest === null ? null : closeOutOf(rest, { tick, rate })
  return { is: 'closed', position, closing, money, rest, closeOut, ...params }
}

const restOf = (position: EnginePosition, { rest }: Closing, request: CloseRequest | null): EnginePosition => ({
  ...position,
  ...rest,
  closeRequests: position.closeRequests.filter((one) => one !== request),
  profit: 0n,
})

/**
 * Moves a closing into the account. A loss takes what is free and the margin that comes back; what is beyond it becomes
 * debt, which the next profits pay first, so that the balance itself is never below zero.
 */
function payClosing(account: EngineAccount, { entries, marginReleased }: Closing): ClosingMoney {
  const payable = account.available + marginReleased
  const customer = entries.customer < -payable ? -payable : entries.customer
  const short = customer - entries.customer
  const owed = account.debt + short
  const left = payable + customer
  const repaid = owed < left ? owed : left
  account.available = left - repaid
  account.debt = owed - repaid
  return {
    customer,
    reserve: entries.reserve - short,
    revenue: entries.fee + entries.financing,
    rounding: entries.rounding,
    short,
    repaid,
  }
}
