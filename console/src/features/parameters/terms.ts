import { termBounds, type OptionTableText } from '@evenhand/protocol/operator-requests.ts'
import { scaledInteger } from '@evenhand/ui/format.tsx'

type Term = OptionTableText[number]
const money = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/

const isWithin = (text: string, [min, max]: readonly [bigint, bigint]): boolean =>
  scaledInteger(text, 6) >= min && scaledInteger(text, 6) <= max

/** Whether a row holds by itself, as the server will require: amounts in order, and both they and the rate within their bounds. */
export const isTerm = ({ min, max, payoutRate }: Term): boolean =>
  money.test(min) &&
  money.test(max) &&
  /^0\.[0-9]{1,4}$/.test(payoutRate) &&
  isWithin(min, termBounds.stake) &&
  isWithin(max, termBounds.stake) &&
  isWithin(payoutRate, termBounds.payoutPpm) &&
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
