import { formatUnits, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import type { Direction } from '@evenhand/protocol/options.ts'
import { parseAmount, usdtScale } from '../../lib/parse-amount.ts'

/** The terms of a limit time as `getMarketInfo` lists them; amounts are decimal text. */
export type Terms = { limitTime: number; min: string; max: string; payoutRate: string; earlySale: boolean }

/** What the customer has chosen and typed. `touched`: the amount is theirs, so another limit time leaves it alone. */
export type TicketState = {
  readonly direction: Direction
  readonly limitTime: number
  readonly amountText: string
  readonly touched: boolean
}

/** What the ticket is checked against. `free` is unknown for a visitor and until balances have come. */
export type TicketFacts = { readonly terms: readonly Terms[]; readonly free: string | undefined }

export type TicketSummary = {
  readonly terms: Terms | undefined
  /** The amount as the server will be sent it, when the text means one. */
  readonly amount: { readonly units: bigint; readonly text: string } | undefined
  readonly win: string | undefined
  readonly back: string | undefined
  readonly loss: string | undefined
  /** Percentages with two decimals. */
  readonly payoutPct: string
  readonly breakEvenPct: string
  readonly expectedPct: string
  readonly expected: string | undefined
}

export type AmountError =
  | { readonly is: 'empty' | 'malformed' }
  | { readonly is: 'ambiguous'; readonly readings: readonly string[] }
  | { readonly is: 'belowMin'; readonly min: string }
  | { readonly is: 'aboveMax'; readonly max: string }
  | { readonly is: 'step' }
  | { readonly is: 'overFree'; readonly free: string }
export type TicketErrors = { readonly amount?: AmountError; readonly limitTime?: 'unknown' }

const whole = 1_000_000n
const step = 10_000n
const ppmOf = (rate: string): bigint => parseUnits(rate, 6) ?? 0n
const text = (units: bigint): string => formatUnits(units, usdtScale, 2)
const percent = (ppm: bigint): string => formatUnits(mulDiv(ppm, 1n, 100n, 'half-even'), 2)

export const termsFor = (terms: readonly Terms[], limitTime: number): Terms | undefined =>
  terms.find((one) => one.limitTime === limitTime)

/** A fresh ticket: the limit time used last if it is still offered, and never more than its minimum. */
export function startTicket(
  terms: readonly Terms[],
  params: { direction: Direction; lastLimitTime: number | undefined },
): TicketState {
  const chosen = terms.find((one) => one.limitTime === params.lastLimitTime) ?? terms[0]
  return {
    direction: params.direction,
    limitTime: chosen?.limitTime ?? 0,
    amountText: chosen ? shortText(chosen.min) : '',
    touched: false,
  }
}

/** An amount as one would type it: no zeros at the end of the decimals. */
export function shortText(amount: string): string {
  const [first = '', fraction = ''] = amount.split('.')
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? first : `${first}.${kept.padEnd(2, '0')}`
}

/** Chooses another limit time; an amount that was not typed follows to its minimum. */
export function withLimitTime(state: TicketState, terms: readonly Terms[], limitTime: number): TicketState {
  const next = termsFor(terms, limitTime)
  const amountText = state.touched || !next ? state.amountText : shortText(next.min)
  return { ...state, limitTime, amountText }
}

/** Stakes to choose by one press, in USDT; those outside a limit time's bounds are left out. */
const usualStakes = [5n, 10n, 50n, 100n].map((usdt) => usdt * whole)

const boundsOf = (terms: Terms, free: string | undefined) => {
  const min = parseUnits(terms.min, usdtScale) ?? 0n
  const max = parseUnits(terms.max, usdtScale) ?? 0n
  const own = free === undefined ? max : ((parseUnits(free, usdtScale) ?? 0n) / step) * step
  return { min, max: own < max ? own : max }
}

/** The usual stakes that these terms and the balance allow. */
export function quickAmounts(terms: Terms, free: string | undefined): string[] {
  const { min, max } = boundsOf(terms, free)
  return usualStakes.filter((units) => units >= min && units <= max).map((units) => shortText(text(units)))
}

/** The largest stake that these terms and the balance allow; undefined where that is less than the smallest. */
export function maxAmountOf(terms: Terms, free: string | undefined): string | undefined {
  const { min, max } = boundsOf(terms, free)
  return max < min ? undefined : shortText(text(max))
}

/** A stake one step lower or higher: by the limit time's minimum, within its bounds; its minimum where there is no amount. */
export function steppedAmount(state: TicketState, { terms, free }: TicketFacts, by: -1 | 1): string {
  const chosen = termsFor(terms, state.limitTime)
  if (!chosen) return state.amountText
  const { min, max } = boundsOf(chosen, free)
  const parsed = parseAmount(state.amountText)
  const next = parsed.kind === 'amount' ? parsed.units + BigInt(by) * min : min
  return shortText(text(next < min || max < min ? min : next > max ? max : next))
}

/** True when not even the smallest stake of any limit time is free. */
export const isTooLittle = ({ terms, free }: TicketFacts): boolean =>
  free !== undefined &&
  terms.length > 0 &&
  terms.every(({ min }) => (parseUnits(min, usdtScale) ?? 0n) > (parseUnits(free, usdtScale) ?? 0n))

/** Every figure the ticket states before the order is sent (options.md, ticket). */
export function summaryOf(state: TicketState, { terms }: TicketFacts): TicketSummary {
  const chosen = termsFor(terms, state.limitTime)
  const parsed = parseAmount(state.amountText)
  const amount = parsed.kind === 'amount' ? { units: parsed.units, text: parsed.text } : undefined
  const ppm = ppmOf(chosen?.payoutRate ?? '0')
  const win = amount && mulDiv(amount.units, ppm, whole, 'floor')
  return {
    terms: chosen,
    amount,
    win: win === undefined ? undefined : text(win),
    back: amount && win !== undefined ? text(amount.units + win) : undefined,
    loss: amount && text(amount.units),
    payoutPct: percent(ppm),
    breakEvenPct: percent(mulDiv(whole, whole, whole + ppm, 'half-even')),
    expectedPct: percent(mulDiv(ppm - whole, 1n, 2n, 'half-even')),
    expected: amount && text(mulDiv(amount.units, ppm - whole, 2n * whole, 'half-even')),
  }
}

/** What stands in the way of sending, by field; empty when nothing does. The server checks again. */
export function errorsOf(state: TicketState, { terms, free }: TicketFacts): TicketErrors {
  const chosen = termsFor(terms, state.limitTime)
  if (!chosen) return { limitTime: 'unknown' }
  const parsed = parseAmount(state.amountText)
  // A reading that the step forbids is no question worth asking.
  const readings = parsed.kind === 'ambiguous' ? parsed.readings.filter((one) => !/\.\d{3}/.test(one)) : []
  if (parsed.kind === 'ambiguous') return { amount: { is: 'ambiguous', readings } }
  if (parsed.kind !== 'amount') return { amount: { is: parsed.kind } }
  const { units } = parsed
  if (units < (parseUnits(chosen.min, usdtScale) ?? 0n)) return { amount: { is: 'belowMin', min: chosen.min } }
  if (units > (parseUnits(chosen.max, usdtScale) ?? 0n)) return { amount: { is: 'aboveMax', max: chosen.max } }
  if (units % step !== 0n) return { amount: { is: 'step' } }
  if (free !== undefined && units > (parseUnits(free, usdtScale) ?? 0n)) return { amount: { is: 'overFree', free } }
  return {}
}
