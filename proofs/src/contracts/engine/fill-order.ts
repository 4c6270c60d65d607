import { closeOutPrice, profitOf } from '../account.ts'
import { openingOf, type Opening } from '../opening.ts'
import { isBeyondSlippage, isExpired, isTriggered } from '../orders.ts'
import { openingPrice, sidesOf, type QuoteRate, type Sides } from '../price.ts'
import { refusedStops } from '../stops.ts'
import {
  addPosition,
  equityOf,
  freeIn,
  markAt,
  markPosition,
  removeOrder,
  type EngineBook,
  type EngineOrder,
  type EnginePosition,
  type EngineTick,
} from './book.ts'
import type { EndedStatus, EngineEffect } from './effects.ts'

/** After acceptance a tick counts from here on, as for an option; and without one until there a market order or a call to close is off. */
export const fillDelayMs = 500
export const fillLimitMs = 5_000
/** That it is off is decided so long after its acceptance: a tick in time may be recorded a little late. */
export const callLimitMs = fillLimitMs + 2_000

export type FillParams = { readonly tick: EngineTick; readonly rate: QuoteRate }

/** What a tick makes of an order that waits; undefined where it goes on waiting. */
export function fillOrder(book: EngineBook, order: EngineOrder, params: FillParams): EngineEffect | undefined {
  const { tick, rate } = params
  const { instrument, side, type } = order
  if (tick.seq <= order.seenSeq || tick.ts < order.acceptedAt + fillDelayMs || isOver(order, tick.ts)) return undefined
  const sides = sidesOf(instrument, tick.price)
  const price = openingPrice(side, sides)
  if (type !== 'MARKET' && !isTriggered({ type, side, price: order.price ?? 0n }, sides)) return undefined
  const opening = openingOf(instrument, { lots: order.lots, leverage: order.leverage, price, rate })
  const end = (status: EndedStatus): EngineEffect => endOrder(book, order, { status, tick, price })
  const slippage = { side, seen: order.seenPrice, filled: price, maxPips: order.maxPips }
  if (type === 'MARKET' && isBeyondSlippage(instrument, slippage)) return end('CANCELLED_SLIPPAGE')
  const stopsHold = refusedStops(order.stops, { side, sides, closeOut: null }) === null
  if (!stopsHold || sides.bid <= 0n) return end(type === 'MARKET' ? 'CANCELLED_SLIPPAGE' : 'CANCELLED')
  if (isShort(order, opening)) return end(type === 'MARKET' ? 'CANCELLED_SLIPPAGE' : 'REJECTED_MARGIN')
  if (isStopBeyondCloseOut(order, { sides, rate, price, opening }))
    return end(type === 'MARKET' ? 'CANCELLED_SLIPPAGE' : 'CANCELLED')
  return openPosition(book, order, { tick, rate, price, opening })
}

/** Whether a tick is too late for an order; that it is off is decided when its time has passed. */
const isOver = ({ type, acceptedAt, waitsUntil }: EngineOrder, ts: number): boolean =>
  type === 'MARKET' ? ts > acceptedAt + fillLimitMs : isExpired(waitsUntil, ts)

/**
 * Whether margin and fee at the fill are more than what was set aside and what is free beside it. What the account owes
 * beyond its available money comes first: a position on money that is owed would be closed out at once.
 */
function isShort({ account, held }: EngineOrder, { margin, fee }: Opening): boolean {
  const owed = account.debt > account.available ? account.debt - account.available : 0n
  return margin + fee > held + freeIn(account) - owed
}

type Filled = { readonly sides: Sides; readonly rate: QuoteRate; readonly price: bigint; readonly opening: Opening }

/** Whether the close-out price that the position would have comes before its stop loss, which then protects from nothing. */
function isStopBeyondCloseOut(order: EngineOrder, { sides, rate, price, opening }: Filled): boolean {
  const { account, side, stops, instrument } = order
  if (stops.stopLoss === null) return false
  const { units, margin, fee } = opening
  const holding = { side, units, open: price, precision: instrument.precision, margin, financing: 0n }
  const equity = equityOf(account) - fee + profitOf(holding, sides, rate)
  const closeOut = closeOutPrice({ holding, sides, rate }, { equity, margin: account.margin + margin })
  return refusedStops({ ...stops, takeProfit: null }, { side, sides, closeOut }) !== null
}

/** Takes an order out without a position; what it had set aside is free again, and pays first what the account owes. */
export function endOrder(
  book: EngineBook,
  order: EngineOrder,
  params: { status: EndedStatus; tick: EngineTick | null; price: bigint | null },
): EngineEffect {
  const { account } = order
  removeOrder(book, order)
  const repaid = account.debt < account.available ? account.debt : account.available
  account.available -= repaid
  account.debt -= repaid
  const afterSeq = params.tick?.seq ?? book.newest.get(order.instrument.code)?.seq ?? 0
  return { is: 'ended', order, afterSeq, repaid, ...params }
}

type OpenParams = FillParams & { readonly price: bigint; readonly opening: Opening }

function openPosition(book: EngineBook, order: EngineOrder, params: OpenParams): EngineEffect {
  const { tick, rate, price, opening } = params
  const { account, instrument, side } = order
  const expiry = order.expiryOf(tick.ts)
  removeOrder(book, order)
  account.available -= opening.margin + opening.fee
  const position: EnginePosition = {
    id: order.id,
    instrument,
    account,
    side,
    open: price,
    lots: order.lots,
    units: opening.units,
    margin: opening.margin,
    feeOpen: opening.fee,
    financing: 0n,
    stops: order.stops,
    openSeq: tick.seq,
    openTs: tick.ts,
    expiresAt: expiry?.at ?? null,
    closeRequests: [],
    profit: 0n,
  }
  addPosition(book, position)
  markPosition(position, markAt(instrument, { price: tick.price, rate }))
  return { is: 'opened', order, position, expiry, closeOut: closeOutOf(position, params), ...params }
}

/** The close-out price of a position, the others of its account as they stand. */
export function closeOutOf(
  position: EnginePosition,
  { tick, rate }: { readonly tick: Pick<EngineTick, 'price'>; readonly rate: QuoteRate },
): bigint | null {
  const { account, instrument } = position
  const holding = { ...position, precision: instrument.precision }
  const marked = { holding, sides: sidesOf(instrument, tick.price), rate }
  return closeOutPrice(marked, { equity: equityOf(account), margin: account.margin })
}
