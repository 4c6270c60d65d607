import { royaltyOf, royaltyPercent } from '@evenhand/proofs/collectibles/resale.ts'
import type { ResaleBlock, ResaleOffer } from '@evenhand/protocol/collectible-offers.ts'
import type { Delivery, Item } from './collectibles.deps.ts'
import { usdtText } from './collectibles.rules.ts'
import type { Ownership } from './collectibles.store.ts'

/** A price in smallest units of USDT as buyers and sellers see it: who receives what of it. */
export const viewMoney = (price: bigint): Omit<ResaleOffer, 'offeredAt'> => ({
  price: usdtText(price),
  royalty: usdtText(royaltyOf(price)),
  royaltyShare: String(royaltyPercent),
  proceeds: usdtText(price - royaltyOf(price)),
})

type Owned = {
  held: Pick<Ownership, 'isOffered'>
  item: Pick<Item, 'status'>
  delivery: Delivery | undefined
  isOn: boolean
}

/** Why an owner cannot offer a work now; null where nothing is in the way. An address that refused the token is none. */
export function resaleBlock({ held, item, delivery, isOn }: Owned): ResaleBlock | null {
  if (held.isOffered) return 'OFFERED'
  if (item.status !== 'SOLD') return 'DELIVERED'
  if (delivery !== undefined && delivery.status !== 'REFUSED') return 'DELIVERY'
  return isOn ? null : 'OFF'
}
