import { royaltyOf, royaltyPercent } from '@evenhand/proofs/collectibles/resale.ts'
import type { ResaleOffer } from '@evenhand/protocol/collectible-offers.ts'
import { parseAmount } from '../../lib/parse-amount.ts'
import { usdtText } from '../../lib/usdt.ts'
import { isInSteps } from './bid-figures.ts'

type Money = Pick<ResaleOffer, 'price' | 'royalty' | 'royaltyShare' | 'proceeds'>
/** What a text means as the price of a resale. `units` and `money` are there only where it is one. */
export type ReadPrice =
  | { readonly units: bigint; readonly money: Money }
  | { readonly mistake: 'empty' | 'malformed' | 'ambiguous' | 'steps' | 'zero'; readonly reading?: string | undefined }

/** What of a price, in smallest units of USDT, the charity and the seller receive: as the server will compute it for the offer. */
export function moneyOf(units: bigint): Money {
  const royalty = royaltyOf(units)
  return {
    price: usdtText(units),
    royalty: usdtText(royalty),
    royaltyShare: royaltyPercent.toString(),
    proceeds: usdtText(units - royalty),
  }
}

/** Reads a typed price strictly; nothing is rounded. */
export function readPrice(text: string): ReadPrice {
  const read = parseAmount(text)
  if (read.kind === 'ambiguous') return { mistake: 'ambiguous', reading: read.readings[0] }
  if (read.kind !== 'amount') return { mistake: read.kind }
  if (read.units === 0n) return { mistake: 'zero' }
  return isInSteps(read.units) ? { units: read.units, money: moneyOf(read.units) } : { mistake: 'steps' }
}
