import type { CollectibleFunds, OwnBid } from '@evenhand/protocol/collectibles.ts'
import { useTranslations } from 'use-intl'
import { parseAmount } from '../../lib/parse-amount.ts'
import { usdtUnits } from '../../lib/usdt.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { isInSteps } from './bid-figures.ts'

type Mistake = 'empty' | 'malformed' | 'ambiguous' | 'steps' | 'low' | 'short'
type Problem = { readonly amount?: Mistake | undefined; readonly maximum?: Mistake | 'below' | undefined }
/** What the texts of a bid mean. `units` is there only where everything holds. */
export type ReadBid = {
  readonly units?: bigint
  readonly maximum?: bigint | undefined
  readonly problem?: Problem
}

type BidTexts = {
  readonly text: string
  /** Undefined while no maximum is wanted. */
  readonly maximumText: string | undefined
  readonly minBid: string
  /** What can be held, in smallest units; undefined until it is known. */
  readonly available: bigint | undefined
}

/** What the customer's leading bid already holds of these funds: it counts towards a raise. */
export const heldBy = (own: OwnBid | undefined, funds: CollectibleFunds): bigint =>
  own?.status === 'HELD' && own.funds === funds ? usdtUnits(own.held) : 0n

function readOne(text: string): { units: bigint } | { mistake: Mistake } {
  const read = parseAmount(text)
  if (read.kind !== 'amount') return { mistake: read.kind }
  return isInSteps(read.units) ? { units: read.units } : { mistake: 'steps' }
}

/** Reads amount and maximum strictly and holds them against the smallest bid and what is free. */
export function readBid({ text, maximumText, minBid, available }: BidTexts): ReadBid {
  const isTooMuch = (units: bigint) => available !== undefined && units > available
  const amount = readOne(text)
  const maximum = maximumText === undefined ? undefined : readOne(maximumText)
  if ('mistake' in amount) return { problem: { amount: amount.mistake, ...mistakeOf(maximum) } }
  if (amount.units < usdtUnits(minBid)) return { problem: { amount: 'low', ...mistakeOf(maximum) } }
  if (isTooMuch(amount.units)) return { problem: { amount: 'short' } }
  if (maximum === undefined) return { units: amount.units }
  if ('mistake' in maximum) return { problem: { maximum: maximum.mistake } }
  if (maximum.units < amount.units) return { problem: { maximum: 'below' } }
  if (isTooMuch(maximum.units)) return { problem: { maximum: 'short' } }
  return { units: amount.units, maximum: maximum.units }
}

const mistakeOf = (read: ReturnType<typeof readOne> | undefined): Problem =>
  read && 'mistake' in read ? { maximum: read.mistake } : {}

type Shown = Pick<BidTexts, 'text' | 'maximumText' | 'minBid'> & { readonly pressed: boolean }

/** The first of the values that an ambiguous text may mean. */
function readingOf(text: string): string {
  const read = parseAmount(text)
  return read.kind === 'ambiguous' ? (read.readings[0] ?? '') : ''
}

/** The words for what is wrong with a bid; nothing is shown for an empty field before the button was pressed. */
export function useBidProblem() {
  const t = useTranslations('collectibles')
  const amounts = useTranslations('amount')
  const { amount } = useLocalNumber()
  const words = (mistake: Mistake | 'below' | undefined, text: string, { minBid, pressed }: Shown) => {
    switch (mistake) {
      case undefined:
        return undefined
      case 'empty':
        return pressed ? t('bid.empty') : undefined
      case 'malformed':
        return amounts('malformed')
      case 'ambiguous':
        return amounts('ambiguous', { amount: amount(readingOf(text)) })
      case 'steps':
        return t('bid.steps')
      case 'low':
        return t('bid.low', { amount: amount(minBid, 'USDT') })
      case 'below':
        return t('bid.below')
      case 'short':
        return t('bid.short')
    }
  }
  return (problem: Problem | undefined, shown: Shown) => ({
    amount: words(problem?.amount, shown.text, shown),
    maximum: words(problem?.maximum, shown.maximumText ?? '', shown),
  })
}
