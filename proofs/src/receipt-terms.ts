import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { ReceiptOrder, ReceiptTick } from './receipt.ts'
import type { OptionTerms, TickRecord } from './settle.ts'

/** Decimals of amounts and of rates in receipts. */
export const amountScale = 6

/** Units of decimal text in a document. Throws a RangeError when it is not one. */
export function unitsOf(text: string, scale: number): bigint {
  const units = parseUnits(text, scale)
  if (units === undefined) throw new RangeError(`"${text}" is not a decimal number with at most ${scale} decimals`)
  return units
}

/** The terms that `settle` takes, read from a receipt. Throws a RangeError when a number is not one. */
export const termsOf = (order: ReceiptOrder): OptionTerms => ({
  direction: order.direction,
  stake: unitsOf(order.stake, amountScale),
  payoutPpm: unitsOf(order.payoutRate, amountScale),
  limitTime: order.limitTime,
  acceptedAt: order.acceptedAt,
  seenSeq: order.seenSeq,
  exitKinds: order.exitKinds,
})

/** A recorded tick as a document shows it. */
export const tickText = (tick: TickRecord, precision: number): ReceiptTick => ({
  seq: tick.seq,
  ts: tick.ts,
  price: formatUnits(tick.price, precision),
  late: tick.late,
  feedKind: tick.feedKind,
})

/** A tick of a document as it was recorded. */
export const tickOf = (tick: ReceiptTick, precision: number): TickRecord => ({
  ...tick,
  price: unitsOf(tick.price, precision),
})

/** Smallest units as the documents write amounts. */
export const amountText = (units: bigint): string => formatUnits(units, amountScale)
