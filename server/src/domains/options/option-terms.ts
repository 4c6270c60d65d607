import { formatUnits } from '@evenhand/protocol/money.ts'
import { products, rateText } from './options.rules.ts'

/** The terms on which options are offered, as the instrument page shows them; the same for every instrument and customer. */
export const optionTerms = products.map((one) => ({
  limitTime: one.limitTime,
  min: formatUnits(one.min, 6, 2),
  max: formatUnits(one.max, 6, 2),
  payoutRate: rateText(one.payoutPpm),
  earlySale: one.earlySale,
}))
