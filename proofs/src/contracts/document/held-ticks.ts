import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../../canonical.ts'
import type { TickRecord } from '../../settle.ts'
import type { ContractInstrument } from '../classes.ts'
import { callLimitMs, fillDelayMs, fillLimitMs } from '../engine/fill-order.ts'
import { isTriggered } from '../orders.ts'
import { sidesOf, type Side, type Sides } from '../price.ts'
import type { RecordFields } from '../recompute-contract.ts'
import { triggeredStop, type Stops } from '../stops.ts'

/** Recorded ticks of an instrument in order of seq, without late ones, and both sides of each. */
export type TickRun = {
  readonly ticks: readonly TickRecord[]
  readonly sides: readonly Sides[]
  /** Lowest bid and highest bid, lowest ask and highest ask, so that what none of them reaches is not searched. */
  readonly bids: Range
  readonly asks: Range
}
type Range = { readonly low: bigint; readonly high: bigint }

export function tickRun(instrument: ContractInstrument, recorded: readonly TickRecord[]): TickRun {
  const ticks = recorded.filter(({ late }) => !late)
  const sides = ticks.map(({ price }) => sidesOf(instrument, price))
  return { ticks, sides, bids: rangeOf(sides.map(({ bid }) => bid)), asks: rangeOf(sides.map(({ ask }) => ask)) }
}

function rangeOf(prices: readonly bigint[]): Range {
  let [low, high] = [prices[0] ?? 0n, prices[0] ?? 0n]
  for (const price of prices) {
    if (price < low) low = price
    if (price > high) high = price
  }
  return { low, high }
}

/** Ticks that are held against something of a contract: those after a seq, from a time on, until a seq or a time. */
type Span = {
  readonly what: 'fill' | 'close' | 'stop' | 'closeOut'
  readonly after: number
  readonly from: number
  /** The tick that did it, or the first that is held against it no more. */
  readonly until: number
  readonly to: number
  readonly isDue: (sides: Sides) => boolean
  /** Whether any tick between these can be due. */
  readonly canBe: (run: TickRun) => boolean
  /** Up to this time a call may have reached the book after the tick: no fault, but reported. */
  readonly lateTo: number
}

/** A tick at which something had to happen by the rules, and of which the records show nothing. */
export type MissedTick = {
  readonly what: Span['what']
  readonly seq: number
  readonly ts: number
  /** A call that reached the book after this tick explains it. */
  readonly isLate: boolean
}

/**
 * Holds recorded ticks against the records of a contract, oldest first: the first tick of each span that had to fill the
 * order, trigger a stop, close the position out or close it for its customer, and did not. The records must have been
 * computed again before; the ticks may be a part of all that was recorded.
 */
export function missedTicks(
  records: readonly RecordFields[],
  { instrument, run }: { instrument: ContractInstrument; run: TickRun },
): MissedTick[] {
  return spansOf(records, instrument).flatMap((span) => {
    if (!span.canBe(run)) return []
    const tickIndex = run.ticks.findIndex(
      ({ seq, ts }, index) =>
        seq > span.after &&
        seq < span.until &&
        ts >= span.from &&
        ts < span.to &&
        span.isDue(run.sides[index] as Sides),
    )
    const tick = run.ticks[tickIndex]
    if (tick === undefined) return []
    return [{ what: span.what, seq: tick.seq, ts: tick.ts, isLate: tick.ts <= span.lateTo }]
  })
}

const always = (): boolean => true
const seqOf = (tick: Canonical | undefined): number => Number((tick as { seq?: Canonical } | null)?.seq ?? Infinity)

function spansOf(records: readonly RecordFields[], instrument: ContractInstrument): Span[] {
  const [accepted, ...later] = records
  if (accepted === undefined) return []
  const opened = later.find(({ kind }) => kind === 'opened')
  const spans = [waiting(accepted, { instrument, end: opened ?? later.find(({ kind }) => kind === 'ended') })]
  if (opened === undefined) return spans
  const side: Side = accepted['side'] === 'SELL' ? 'SELL' : 'BUY'
  let stops = stopsOf(accepted, instrument)
  let after = seqOf(opened['tick'])
  const hold = (until: number): void => void spans.push(stopping({ side, stops, after, until }))
  for (const [index, record] of later.entries()) {
    const { kind } = record
    if (kind === 'stops') {
      const from = Number(record['afterSeq'])
      // Stops of an order that still waits hold from its opening on.
      if (index > later.indexOf(opened)) {
        hold(from + 1)
        after = Math.max(after, from)
      }
      stops = stopsOf(record, instrument)
    } else if (kind === 'closingOut') spans.push(closingOut(record, later.slice(index + 1)))
    else if (kind === 'closed') {
      const until = seqOf(record['tick'])
      hold(until)
      after = until
      if (record['reason'] === 'USER') spans.push(closing(record, until))
    }
  }
  if (later.at(-1)?.['restLots'] !== '0.00') hold(Infinity)
  return spans
}

const stopsOf = ({ stopLoss, takeProfit }: RecordFields, { precision }: ContractInstrument): Stops => ({
  stopLoss: parseUnits(stopLoss, precision) ?? null,
  takeProfit: parseUnits(takeProfit, precision) ?? null,
})

/** An order from its acceptance to its tick: a market order at the first one, a pending one at the first that triggers it. */
function waiting(
  accepted: RecordFields,
  { instrument, end }: { instrument: ContractInstrument; end: RecordFields | undefined },
): Span {
  const at = Number(accepted['at'])
  const type = accepted['orderType']
  const side: Side = accepted['side'] === 'SELL' ? 'SELL' : 'BUY'
  const price = parseUnits(accepted['price'], instrument.precision) ?? 0n
  const isPending = type === 'LIMIT' || type === 'STOP'
  const endSeq = end?.['tick'] == null ? Number(end?.['afterSeq'] ?? Infinity) + 1 : seqOf(end['tick'])
  return {
    what: 'fill',
    after: Number(accepted['seenSeq']),
    from: at + fillDelayMs,
    until: endSeq,
    to: isPending ? Number(accepted['waitsUntil'] ?? Infinity) : at + fillLimitMs + 1,
    isDue: isPending ? (sides) => isTriggered({ type, side, price }, sides) : always,
    canBe: always,
    lateTo: at + callLimitMs,
  }
}

const stopping = (span: { side: Side; stops: Stops; after: number; until: number }): Span => ({
  what: 'stop',
  after: span.after,
  from: 0,
  until: span.until,
  to: Infinity,
  isDue: (sides) => triggeredStop(span.side, sides, span.stops) !== null,
  canBe: ({ bids, asks }) => {
    const ends = [
      { bid: bids.low, ask: asks.low },
      { bid: bids.high, ask: asks.high },
    ]
    return ends.some((sides) => triggeredStop(span.side, sides, span.stops) !== null)
  },
  lateTo: 0,
})

/** A position that is to close next, until it has: at its next tick, whatever closes it. */
function closingOut(record: RecordFields, later: readonly RecordFields[]): Span {
  const end = later.find(({ kind }) => kind === 'closed')
  const span = { after: Number(record['afterSeq']), until: seqOf(end?.['tick']) }
  return { what: 'closeOut', ...span, from: 0, to: Infinity, isDue: always, canBe: always, lateTo: 0 }
}

const closing = (record: RecordFields, until: number): Span => ({
  what: 'close',
  after: Number(record['seenSeq']),
  from: Number(record['requestedAt']) + fillDelayMs,
  until,
  to: Infinity,
  isDue: always,
  canBe: always,
  lateTo: Number(record['requestedAt']) + callLimitMs,
})
