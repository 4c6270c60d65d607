import { formatUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import { feedQualifies, products, rateText, type FeedOf } from './options.rules.ts'

/** The terms on which options are offered, as the instrument page shows them; the same for every instrument and customer. */
export const optionTerms = products.map((one) => ({
  limitTime: one.limitTime,
  min: formatUnits(one.min, 6, 2),
  max: formatUnits(one.max, 6, 2),
  payoutRate: rateText(one.payoutPpm),
  earlySale: one.earlySale,
}))

/** The accounts on which options can be bought on a feed of this kind. */
export const modesOn = (of: Omit<FeedOf, 'mode'>): AccountMode[] =>
  (['real', 'virtual'] as const).filter((mode) => feedQualifies({ ...of, mode }))
