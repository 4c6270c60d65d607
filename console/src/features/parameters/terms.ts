import type { OptionTableText } from '@evenhand/protocol/operator-requests.ts'
import { scaledInteger } from '@evenhand/ui/format.tsx'

type Term = OptionTableText[number]
const money = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/

/** Whether a row holds by itself: amounts in order, and a rate between nothing and the stake. */
export const isTerm = ({ min, max, payoutRate }: Term): boolean =>
  money.test(min) &&
  money.test(max) &&
  /^0\.[0-9]{1,4}$/.test(payoutRate) &&
  scaledInteger(min, 2) > 0n &&
  scaledInteger(min, 2) <= scaledInteger(max, 2)

/** How many rows are others than before. */
export const changedTerms = (before: OptionTableText, after: OptionTableText): number =>
  after.filter((term, at) => JSON.stringify(term) !== JSON.stringify(before[at])).length
