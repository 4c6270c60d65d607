import type { Collectible } from '@evenhand/protocol/collectibles.ts'

export type ShownPrice = {
  readonly name: 'resale' | 'sold' | 'firstSold' | 'currentBid' | 'start' | 'fixed'
  readonly text: string
}

/** The one price a work is known by now: for what its owner sells it, what it was first sold for, the highest bid, or what it begins at. */
export function priceOf(work: Collectible): ShownPrice | undefined {
  const { resale, soldPrice, currentBid, startPrice, price, saleMode, transfers } = work
  if (resale !== null) return { name: 'resale', text: resale.price }
  if (soldPrice !== null) return { name: transfers > 1 ? 'firstSold' : 'sold', text: soldPrice }
  if (currentBid !== null) return { name: 'currentBid', text: currentBid }
  if (saleMode !== 'FIXED' && startPrice !== null) return { name: 'start', text: startPrice }
  return price === null ? undefined : { name: 'fixed', text: price }
}

/** Whether a bid is taken now, by what the server returned; the server decides again when a bid comes. */
export const takesBids = ({ status, minNextBid }: Collectible): boolean => status === 'LIVE' && minNextBid !== null

/** Whether it can be bought now at its price. */
export const takesBuyer = ({ status, price }: Collectible): boolean =>
  price !== null && (status === 'LIVE' || status === 'LISTED_FIXED')
