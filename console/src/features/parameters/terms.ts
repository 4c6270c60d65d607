import { termBounds, type OptionTableText } from '@evenhand/protocol/operator-requests.ts'
import { scaledInteger } from '@evenhand/ui/format.tsx'

type Term = OptionTableText[number]
const money = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/

const isWithin = (text: string, [min, max]: readonly [bigint, bigint]): boolean =>
  scaledInteger(text, 6) >= min && scaledInteger(text, 6) <= max

/** Whether a row holds by itself, as the server will ask: amounts in order, and both they and the rate within their bounds. */
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
