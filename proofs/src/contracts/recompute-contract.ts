import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../canonical.ts'
import { underTerms } from './class-table.ts'
import type { ContractInstrument } from './classes.ts'
import { closingOf, type Remaining } from './close.ts'
import { largestLoss, valuationsIn } from './close-out-order.ts'
import { callLimitMs, fillDelayMs, fillLimitMs } from './engine/fill-order.ts'
import { expiryOfOpening } from './expiry.ts'
import { financingOf, utcDay } from './financing.ts'
import { openingOf } from './opening.ts'
import { isBeyondSlippage, isExpired, isTriggered } from './orders.ts'
import { closingPrice, openingPrice, sidesOf, type QuoteRate, type Side } from './price.ts'
import { triggeredStop, type Stops } from './stops.ts'

/** A record without its proof: named fields of text, numbers and ticks. */
export type RecordFields = Readonly<Record<string, Canonical>>
type Tick = { readonly seq: number; readonly ts: number; readonly price: bigint }

/** What the records up to here come to. */
export type ContractState = {
  readonly instrument: ContractInstrument
  readonly side: Side
  readonly accepted: RecordFields
  readonly stops: Stops
  readonly open:
    | (Remaining & { readonly openSeq: number; readonly openTs: number; readonly expiresAt: number | null })
    | null
  readonly closingAfter: number | null
  readonly financedTo: number
  readonly ended: boolean
}

/** A field as the rules give it beside what is stated; `undefined` where by the rules this cannot have been. */
export type Recomputed = { readonly at: string; readonly expected: string | undefined; readonly found: string }

const textOf = (value: Canonical | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** Decimal text as units; throws a RangeError for what is none. */
function units(value: Canonical | undefined, scale: number): bigint {
  const parsed = parseUnits(value, scale)
  if (parsed === undefined) throw new RangeError(`${textOf(value)} is no amount of ${scale} decimals`)
  return parsed
}
const unitsOrNull = (value: Canonical | undefined, scale: number): bigint | null =>
  value === null ? null : units(value, scale)

function tickOf(value: Canonical | undefined, precision: number): Tick {
  const tick = value as Record<string, Canonical> | null | undefined
  const { seq, ts, price } = tick ?? {}
  if (typeof seq !== 'number' || typeof ts !== 'number') throw new RangeError(`${textOf(value)} is no tick`)
  return { seq, ts, price: units(price, precision) }
}

function rateOf(value: Canonical | undefined): QuoteRate {
  const [, numerator, denominator] = /^([1-9][0-9]*)\/([1-9][0-9]*)$/.exec(textOf(value)) ?? []
  if (numerator === undefined || denominator === undefined) throw new RangeError(`${textOf(value)} is no rate`)
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

/** The facts of the instrument as the accepted record states them. */
function instrumentOf({ code, instrument }: RecordFields): ContractInstrument {
  const facts = instrument as Record<string, Canonical>
  const stated = {
    code: textOf(code),
    type: Number(facts['type']),
    subType: textOf(facts['subType']),
    base: textOf(facts['base']),
    quote: textOf(facts['quote']),
    precision: Number(facts['precision']),
    tickUnits: BigInt(textOf(facts['tickUnits'])),
    refUnits: BigInt(textOf(facts['refUnits'])),
  }
  return facts['terms'] === undefined ? stated : inTerms(facts['terms'], stated)
}

/** The terms under which it was accepted. Throws a RangeError for what two officers may not decide. */
function inTerms(value: Canonical, instrument: ContractInstrument): ContractInstrument {
  const row = value as Record<string, Canonical>
  const [halfSpread = '', fee = '', financing = ''] = ['halfSpread', 'fee', 'financing'].map((name) =>
    textOf(row[name]),
  )
  const discount = row['feeDiscount'] === undefined ? {} : { feeDiscount: textOf(row['feeDiscount']) }
  const numbers = { leverage: Number(row['leverage']), version: Number(row['version']) }
  const stated = { halfSpread, fee, financing, ...numbers, ...discount }
  const found = underTerms(instrument, stated)
  if (found === undefined) throw new RangeError(`${textOf(value)} are no terms of ${instrument.code}`)
  return found
}

/** Where the first record leads. Throws a RangeError for one that is no acceptance. */
export function acceptedState(accepted: RecordFields): ContractState {
  if (accepted['kind'] !== 'accepted') throw new RangeError('the first record is an acceptance')
  const instrument = instrumentOf(accepted)
  return {
    instrument,
    side: accepted['side'] === 'SELL' ? 'SELL' : 'BUY',
    accepted,
    stops: stopsOf(accepted, instrument),
    open: null,
    closingAfter: null,
    financedTo: 0,
    ended: false,
  }
}

const stopsOf = ({ stopLoss, takeProfit }: RecordFields, { precision }: ContractInstrument): Stops => ({
  stopLoss: unitsOrNull(stopLoss, precision),
  takeProfit: unitsOrNull(takeProfit, precision),
})

type Step = { readonly state: ContractState; readonly fields: readonly Recomputed[] }

/** One record after the state before it: the state it leads to, and its fields as the rules give them. */
export function recomputeRecord(state: ContractState, record: RecordFields): Step {
  if (state.ended) return { state, fields: [must('kind', false, record['kind'])] }
  const step = steps.get(textOf(record['kind']))
  return step === undefined ? { state, fields: [must('kind', false, record['kind'])] } : step(state, record)
}

const steps: ReadonlyMap<string, (state: ContractState, record: RecordFields) => Step> = new Map([
  ['opened', opened],
  ['stops', changed],
  ['financed', financed],
  ['closingOut', closingOut],
  ['closed', closed],
  ['ended', (state) => ({ state: { ...state, ended: true }, fields: [must('kind', state.open === null, 'ended')] })],
])

/** A statement that the rules allow or not. */
const must = (at: string, isSo: boolean, found: Canonical | undefined): Recomputed => ({
  at,
  expected: isSo ? textOf(found) : undefined,
  found: textOf(found),
})
const field = (record: RecordFields, at: string, expected: string): Recomputed => ({
  at,
  expected,
  found: textOf(record[at]),
})
const usdt = (amount: bigint): string => formatUnits(amount, 6)

function opened(state: ContractState, record: RecordFields): Step {
  const { instrument, side, accepted } = state
  const { precision } = instrument
  const tick = tickOf(record['tick'], precision)
  const rate = rateOf(record['rate'])
  const sides = sidesOf(instrument, tick.price)
  const price = openingPrice(side, sides)
  const lots = units(accepted['lots'], 2)
  const opening = openingOf(instrument, { lots, leverage: Number(accepted['leverage']), price, rate })
  const isInTime = tick.seq > Number(accepted['seenSeq']) && isDuring(accepted, tick.ts)
  const fields = [
    must('tick', isInTime && state.open === null && mayFill(state, { price, sides }), record['tick']),
    field(record, 'openPrice', formatUnits(price, precision)),
    field(record, 'units', formatUnits(opening.units, 8)),
    field(record, 'notional', usdt(opening.notional)),
    field(record, 'margin', usdt(opening.margin)),
    field(record, 'fee', usdt(opening.fee)),
    ...expiryFields(instrument, record, tick),
  ]
  const open = {
    side,
    open: price,
    lots,
    units: opening.units,
    margin: opening.margin,
    feeOpen: opening.fee,
    financing: 0n,
    openSeq: tick.seq,
    openTs: tick.ts,
    expiresAt: expiryIn(record),
  }
  return { state: { ...state, open, financedTo: tick.ts }, fields }
}

const expiryIn = ({ expiresAt }: RecordFields): number | null => (typeof expiresAt === 'number' ? expiresAt : null)

/** The expiry of a future by the days off that are stated; nothing else has one. */
function expiryFields({ type }: ContractInstrument, record: RecordFields, { ts }: Tick): Recomputed[] {
  const { expiresAt, daysOff } = record
  if (type !== 4) return expiresAt === undefined ? [] : [must('expiresAt', false, expiresAt)]
  const stated = Array.isArray(daysOff) ? (daysOff as Canonical[]).map(Number) : []
  const expiry = expiryOfOpening(ts, stated)
  return [
    field(record, 'expiresAt', String(expiry.at)),
    must('daysOff', expiry.daysOff.length === stated.length && Array.isArray(daysOff), daysOff),
  ]
}

/** Half a second after acceptance or later, and before the order is off. */
function isDuring(accepted: RecordFields, ts: number): boolean {
  const at = Number(accepted['at'])
  if (ts < at + fillDelayMs) return false
  const { orderType, waitsUntil } = accepted
  return orderType === 'MARKET'
    ? ts <= at + fillLimitMs
    : !isExpired(typeof waitsUntil === 'number' ? waitsUntil : null, ts)
}

/** Stops hold from a tick on, which is not before the opening. */
function changed(state: ContractState, record: RecordFields): Step {
  const { afterSeq } = record
  const isSeq = typeof afterSeq === 'number' && afterSeq >= (state.open?.openSeq ?? 0)
  return { state: { ...state, stops: stopsOf(record, state.instrument) }, fields: [must('afterSeq', isSeq, afterSeq)] }
}

/** Whether an order fills at a price: a market order within its slippage, a pending one that is triggered. */
function mayFill(
  { instrument, side, accepted }: ContractState,
  { price, sides }: { price: bigint; sides: { bid: bigint; ask: bigint } },
): boolean {
  const { precision } = instrument
  const type = accepted['orderType']
  if (type === 'LIMIT' || type === 'STOP')
    return isTriggered({ type, side, price: units(accepted['price'], precision) }, sides)
  const maxPips = accepted['maxSlippage'] === null ? null : BigInt(Number(accepted['maxSlippage']))
  return !isBeyondSlippage(instrument, { side, seen: units(accepted['seenPrice'], precision), filled: price, maxPips })
}

function financed(state: ContractState, record: RecordFields): Step {
  const { instrument, open } = state
  if (open === null) return { state, fields: [must('kind', false, 'financed')] }
  const tick = tickOf(record['tick'], instrument.precision)
  const midnight = Number(record['midnight'])
  const amount = financingOf(instrument, { units: open.units, price: tick.price, rate: rateOf(record['rate']) })
  const financing = open.financing + amount
  const isNext = midnight === utcDay(midnight) * 86_400_000 && midnight > state.financedTo
  return {
    state: { ...state, open: { ...open, financing }, financedTo: midnight },
    fields: [
      must('midnight', isNext, record['midnight']),
      must('tick', tick.ts <= midnight, record['tick']),
      field(record, 'amount', usdt(amount)),
      field(record, 'total', usdt(financing)),
    ],
  }
}

/** A close-out is due at 50 %, and of the positions that the account had the largest loss is the first. */
function closingOut(state: ContractState, record: RecordFields): Step {
  const [equity, margin] = [units(record['equity'], 6), units(record['margin'], 6)]
  const isDue = state.open !== null && equity * 2n <= margin
  const valuations = valuationsIn(record['positions'])
  const first = valuations === undefined ? undefined : largestLoss(valuations)
  const isFirst = first !== undefined && first.id === record['orderId'] && first.seq === record['afterSeq']
  return {
    state: { ...state, closingAfter: Number(record['afterSeq']) },
    fields: [must('equity', isDue, record['equity']), must('positions', isFirst, record['positions'])],
  }
}

function closed(state: ContractState, record: RecordFields): Step {
  const { instrument, side, open } = state
  if (open === null) return { state, fields: [must('kind', false, 'closed')] }
  const { precision } = instrument
  const tick = tickOf(record['tick'], precision)
  const sides = sidesOf(instrument, tick.price)
  const price = closingPrice(side, sides)
  const closing = closingOf(instrument, open, { lots: units(record['lots'], 2), price, rate: rateOf(record['rate']) })
  const { rest } = closing
  const fields = [
    must('reason', isReason(state, record, { tick, sides }), record['reason']),
    field(record, 'closePrice', formatUnits(price, precision)),
    field(record, 'profit', usdt(closing.profit)),
    field(record, 'feeOpen', usdt(closing.feeOpen)),
    field(record, 'feeClose', usdt(closing.feeClose)),
    field(record, 'financing', usdt(closing.financing)),
    field(record, 'margin', usdt(closing.marginReleased)),
    field(record, 'restLots', formatUnits(rest?.lots ?? 0n, 2)),
  ]
  const left = rest === null ? null : { ...open, ...rest }
  return { state: { ...state, open: left, closingAfter: null, ended: left === null }, fields }
}

/** Whether a tick closes for the reason that is stated. An expiry takes the newest tick, which may be that of the opening. */
function isReason(
  { side, stops, open, closingAfter }: ContractState,
  record: RecordFields,
  { tick, sides }: { tick: Tick; sides: { bid: bigint; ask: bigint } },
): boolean {
  const { reason } = record
  const expiresAt = open?.expiresAt ?? null
  if (reason === 'EXPIRY') return expiresAt !== null && tick.seq >= (open?.openSeq ?? 0) && tick.ts <= expiresAt
  if (expiresAt !== null && tick.ts > expiresAt) return false
  if (tick.seq <= (open?.openSeq ?? 0)) return false
  if (reason === 'CLOSEOUT') return closingAfter !== null && tick.seq > closingAfter
  if (reason === 'USER') return isCalled(record, tick)
  return triggeredStop(side, sides, stops) === reason
}

/**
 * Whether a tick closes for a call: a newer one than was seen, half a second after it or later, and before it was off. Records
 * of the time before a call was held to its five seconds may name a tick until the call was decided to be off.
 */
const isCalled = ({ seenSeq, requestedAt }: RecordFields, { seq, ts }: Tick): boolean =>
  seq > Number(seenSeq) && ts >= Number(requestedAt) + fillDelayMs && ts <= Number(requestedAt) + callLimitMs
