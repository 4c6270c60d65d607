import { arithmeticOf } from './arithmetic.ts'
import { priceAt, toleratedPpm, winProbability } from './early-sale.ts'
import { amountScale, amountText, termsOf, tickOf, tickText, unitsOf } from './receipt-terms.ts'
import type { ReceiptOrder, ReceiptSale, ReceiptSettlement, ReceiptTick } from './receipt.ts'
import { entryDelayMs, entryLimitMs, entryOf, exitAgeMs, settle, type OptionTerms, type TickRecord } from './settle.ts'

/** A span of the record, epoch milliseconds, both ends included. */
export type TickWindow = { readonly from: number; readonly to: number }

// Wide enough for the neighbours that show that nothing was left out, and for ticks that came late, whose times are
// earlier than those of their neighbours.
const marginMs = 15_000

/** Where the ticks lie that a document shows for an entry, or for the tick of an early sale. */
export const entryWindow = (terms: Pick<OptionTerms, 'acceptedAt'>): TickWindow => ({
  from: terms.acceptedAt - marginMs,
  to: terms.acceptedAt + entryLimitMs + marginMs,
})

/** Where the ticks lie that a document shows for the exit at T. */
export const exitWindow = (expiresAt: number): TickWindow => ({ from: expiresAt - marginMs, to: expiresAt + marginMs })

/** A sale that a customer requested: when, after which tick, what was recorded then, and the volatility at that tick. */
export type SaleFacts = {
  readonly acceptedAt: number
  readonly seenSeq: number
  readonly ticks: readonly TickRecord[]
  readonly sigma: string
  /** The probability of a document that is checked, millionths; taken where it differs by rounding alone. */
  readonly pPpm?: bigint
}

export type SettlementFacts = {
  readonly order: ReceiptOrder
  /** What the record holds in `entryWindow`, in order of seq. */
  readonly entryTicks: readonly TickRecord[]
  /** What the record holds in `exitWindow`; empty for an order without an entry, or sold early. */
  readonly exitTicks: readonly TickRecord[]
  readonly sale: SaleFacts | null
  readonly entrySeq: number | null
  /** Epoch milliseconds. */
  readonly decidedAt: number
}

/** Keeps what was recorded after `seenSeq` up to the first tick that the rule reads, whether in time or too late to count. */
function deciding(
  terms: Pick<OptionTerms, 'acceptedAt' | 'seenSeq'>,
  ticks: readonly TickRecord[],
): readonly TickRecord[] {
  const after = ticks.filter((tick) => tick.seq > terms.seenSeq)
  const first = after.findIndex((tick) => !tick.late && tick.ts >= terms.acceptedAt + entryDelayMs)
  return first < 0 ? after : after.slice(0, first + 1)
}

/** Keeps the run from the last tick before T − 5 s to the first after T. */
function aroundExit(expiresAt: number, ticks: readonly TickRecord[]): readonly TickRecord[] {
  const before = ticks.findLastIndex((tick) => !tick.late && tick.ts < expiresAt - exitAgeMs)
  const next = ticks.findIndex((tick) => !tick.late && tick.ts > expiresAt)
  return ticks.slice(Math.max(0, before), next < 0 ? ticks.length : next + 1)
}

const nearly = (a: bigint, b: bigint): boolean => (a > b ? a - b : b - a) <= toleratedPpm

function saleOf(facts: SaleFacts, entry: TickRecord, order: ReceiptOrder): { sale: ReceiptSale; gain: bigint } {
  const terms = termsOf(order)
  const ticks = deciding(facts, facts.ticks)
  const tick = entryOf(facts, ticks)
  if (tick === undefined) throw new RangeError('a sale without a tick did not happen')
  const tau = (entry.ts + terms.limitTime * 1000 - tick.ts) / 1000
  const own = winProbability({ S: tick.price, K: entry.price, tau, sigma: facts.sigma, direction: terms.direction })
  const pPpm = facts.pPpm !== undefined && nearly(facts.pPpm, own) ? facts.pPpm : own
  const price = priceAt(terms, pPpm)
  const text = (each: TickRecord): ReceiptTick => tickText(each, order.precision)
  const { acceptedAt, seenSeq, sigma } = facts
  const p = amountText(pPpm)
  return {
    sale: { acceptedAt, seenSeq, ticks: ticks.map(text), tick: text(tick), tau, sigma, p, price: amountText(price) },
    gain: price - terms.stake,
  }
}

/**
 * The settlement part of a receipt, computed from the order and the recorded ticks alone. The server writes it, and a
 * verifier computes it again from the ticks in the document and compares. Throws a RangeError for a sale that the rules
 * do not allow to have happened.
 */
export function settlementOf(facts: SettlementFacts): ReceiptSettlement {
  const { order, entrySeq, decidedAt } = facts
  const terms = termsOf(order)
  const text = (tick: TickRecord): ReceiptTick => tickText(tick, order.precision)
  const entryTicks = deciding(terms, facts.entryTicks)
  const entry = entryOf(terms, entryTicks)
  if (facts.sale !== null) {
    if (entry === undefined) throw new RangeError('an order without an entry cannot be sold')
    const { sale, gain } = saleOf(facts.sale, entry, order)
    const expiresAt = entry.ts + terms.limitTime * 1000
    const sold = { entryTicks: entryTicks.map(text), exitTicks: [], entryTick: text(entry), exitTick: null, expiresAt }
    const decided = {
      status: 'SOLD',
      voidReason: null,
      ...sold,
      gain: amountText(gain),
      sale,
      entrySeq,
      decidedAt,
    } as const
    return { ...decided, arithmetic: arithmeticOf(order, decided) }
  }
  const exitTicks = entry === undefined ? [] : aroundExit(entry.ts + terms.limitTime * 1000, facts.exitTicks)
  const settled = settle(terms, [...entryTicks, ...exitTicks])
  const decided = {
    status: settled.status,
    voidReason: settled.voidReason ?? null,
    entryTicks: entryTicks.map(text),
    exitTicks: exitTicks.map(text),
    entryTick: settled.entry === null ? null : text(settled.entry),
    exitTick: settled.exit === null ? null : text(settled.exit),
    expiresAt: settled.expiresAt,
    gain: amountText(settled.gain),
    sale: null,
    entrySeq,
    decidedAt,
  }
  return { ...decided, arithmetic: arithmeticOf(order, decided) }
}

/** The settlement part computed again from the order and the ticks of a document, with the two facts only the ledger knows. */
export function recomputed(order: ReceiptOrder, stated: ReceiptSettlement): ReceiptSettlement {
  const read = (tick: ReceiptTick): TickRecord => tickOf(tick, order.precision)
  const { sale, entrySeq, decidedAt } = stated
  return settlementOf({
    order,
    entryTicks: stated.entryTicks.map(read),
    exitTicks: stated.exitTicks.map(read),
    sale: sale === null ? null : { ...sale, ticks: sale.ticks.map(read), pPpm: unitsOf(sale.p, amountScale) },
    entrySeq,
    decidedAt,
  })
}
