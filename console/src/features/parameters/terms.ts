import { termBounds, type OptionTableText } from '@evenhand/protocol/operator-requests.ts'
import { scaledInteger } from '@evenhand/ui/format.tsx'

type Term = OptionTableText[number]
/** A row as it is typed: its rate in per cent, as customers read it. */
export type TypedTerm = Term

/** A share as per cent: 0.94 → 94, 0.9425 → 94.25. */
export function percentOf(share: string): string {
  const hundredths = scaledInteger(share, 4)
  const rest = String(hundredths % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${hundredths / 100n}${rest === '' ? '' : `.${rest}`}`
}

const typedRate = /^(?:[1-9][0-9](?:\.[0-9]{1,2})?|100(?:\.0{1,2})?)$/
/** Per cent as a share; what does not hold stays as it is typed, since it is never sent. */
function shareOf(percent: string): string {
  if (!typedRate.test(percent)) return percent
  return percent.startsWith('100') ? '1.00' : `0.${percent.replace('.', '').replace(/0+$/, '')}`
}

export const typedTerms = (table: OptionTableText): TypedTerm[] =>
  table.map((term) => ({ ...term, payoutRate: percentOf(term.payoutRate) }))
/** The rows as they are signed and sent. */
export const writtenTerms = (rows: readonly TypedTerm[]): OptionTableText =>
  rows.map((term) => ({ ...term, payoutRate: shareOf(term.payoutRate) }))

const money = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/

const isWithin = (text: string, [min, max]: readonly [bigint, bigint]): boolean =>
  scaledInteger(text, 6) >= min && scaledInteger(text, 6) <= max

/** Whether a row holds by itself, as the server will require: amounts in order, and both they and the rate within their bounds. */
export const isTerm = ({ min, max, payoutRate }: TypedTerm): boolean =>
  money.test(min) &&
  money.test(max) &&
  typedRate.test(payoutRate) &&
  isWithin(min, termBounds.stake) &&
  isWithin(max, termBounds.stake) &&
  isWithin(shareOf(payoutRate), termBounds.payoutPpm) &&
  scaledInteger(min, 2) <= scaledInteger(max, 2)

/** How many rows are others than before. */
export const changedTerms = (before: OptionTableText, after: OptionTableText): number =>
  after.filter((term, at) => JSON.stringify(term) !== JSON.stringify(before[at])).length

const termFields = ['min', 'max', 'payoutRate', 'earlySale'] as const
/** One value of a term as it is and as it would be; null where the term is not in that table. */
export type TermDifference = {
  readonly limitTime: number
  readonly field: (typeof termFields)[number]
  readonly was: string | boolean | null
  readonly now: string | boolean | null
}

/** Every value that other terms change, of terms that are new or gone all of them: the operator who signs sees nothing less. */
export function termDifferences(before: OptionTableText, after: OptionTableText): TermDifference[] {
  const times = [...new Set([...before, ...after].map(({ limitTime }) => limitTime))].toSorted((a, b) => a - b)
  return times.flatMap((limitTime) => {
    const [was, now] = [before, after].map((table) => table.find((term) => term.limitTime === limitTime))
    return termFields
      .filter((field) => was?.[field] !== now?.[field])
      .map((field) => ({ limitTime, field, was: was?.[field] ?? null, now: now?.[field] ?? null }))
  })
}
