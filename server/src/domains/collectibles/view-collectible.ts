import { isBuyNowOpen, minNextBid } from '@evenhand/proofs/collectibles/auction.ts'
import { nftMetadata, tokenIdOf, type TokenDelivery } from '@evenhand/protocol/collectible-tokens.ts'
import type { Collectible, OwnBid, OwnedCollectible, PublicBid } from '@evenhand/protocol/collectibles.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { Bidder, Delivery, Item, Tokens } from './collectibles.deps.ts'
import { auctionOf, fundsOfAsset, maskedBidder, saleNo, usdtText, usdtTextOrNull } from './collectibles.rules.ts'
import type { BidRow, Ownership } from './collectibles.store.ts'
import { resaleBlock, viewMoney } from './resale.rules.ts'

/** In which language, at which time, and what works are delivered on. */
type Reader = { lang: Lang; now: number; tokens?: Pick<Tokens, 'name' | 'isSandbox'> | undefined }

/** The path that serves an image by its hash; its response never changes. */
export const imagePath = (hash: string): string => `/swx/customer/nftImage/${hash}`

/** The path that serves the metadata of a collectible's token. */
export const metadataPath = (id: string): string => nftMetadata.path.replace(':token', String(tokenIdOf(id)))

/** The status at a time: an auction whose start has come is live before a job has written so. */
const statusAt = ({ status, startAt }: Item, now: number): Item['status'] =>
  status === 'SCHEDULED' && startAt !== null && startAt <= now ? 'LIVE' : status

/** A collectible as it goes over the wire, to customers and operators alike. */
export function viewItem(item: Item, { lang, now, tokens }: Reader): Collectible {
  const status = statusAt(item, now)
  const auction = auctionOf(item, null)
  const runs = status === 'LIVE' && item.endAt !== null && item.endAt > now
  const isOffered = status === 'LISTED_FIXED' || status === 'DRAFT' || status === 'SCHEDULED' || runs
  const price = isOffered && (auction === undefined || isBuyNowOpen(auction)) ? item.price : null
  return {
    id: item.id,
    title: item.titles[lang],
    creator: item.creator,
    isGenerated: item.isGenerated,
    imageHash: item.imageHash,
    imagePath: imagePath(item.imageHash),
    chain: item.chain,
    address: item.address,
    tokenId: item.tokenId,
    metadataPath: metadataPath(item.id),
    deliversOn: tokens === undefined ? null : { name: tokens.name, isSandbox: tokens.isSandbox },
    charity: { id: item.charityId, name: item.charity, country: item.charityCountry, share: '100' },
    saleMode: item.saleMode,
    startPrice: usdtTextOrNull(item.startPrice),
    price: usdtTextOrNull(price),
    currentBid: usdtTextOrNull(item.currentBid),
    bidderMasked: item.leader === null ? null : maskedBidder(item.leader),
    bidCount: item.bids,
    minNextBid: runs && auction !== undefined ? usdtText(minNextBid(auction)) : null,
    startAt: item.startAt,
    endAt: item.endAt,
    extendedCount: item.extendedCount,
    remainingTime: runs ? (item.endAt ?? now) - now : null,
    status,
    soldPrice: usdtTextOrNull(item.soldPrice),
    soldAt: item.soldAt,
    cumulativeDonation: usdtText(item.donated),
    ownerMasked: ownerOf(item),
    transfers: item.transfers,
    resale:
      item.offerPrice === null || item.offeredAt === null
        ? null
        : { ...viewMoney(item.offerPrice), offeredAt: item.offeredAt },
    at: now,
  }
}

/** What everybody calls the owner: the bidder's number, or after a resale that of the transfer. */
function ownerOf({ owner, transfers }: Item): string | null {
  if (transfers > 1) return `T${transfers}`
  return owner === null ? null : maskedBidder(owner)
}

/** A bid as everybody sees it. */
export const viewBid = ({ no, bidder, amount, automatic, at }: BidRow): PublicBid => ({
  no,
  bidder: maskedBidder(bidder),
  amount: usdtText(amount),
  isAutomatic: automatic,
  at: msOf(at),
})

/** A customer's own part in an auction: the only response that has a maximum. */
export function viewOwnBid(bidder: Bidder, item: Item, reader: Reader): OwnBid {
  const seen = viewItem(item, reader)
  return {
    nftId: item.id,
    title: seen.title,
    imageHash: seen.imageHash,
    imagePath: seen.imagePath,
    bidder: maskedBidder(bidder.no),
    amount: usdtText(bidder.amount),
    maximum: usdtText(bidder.ceiling),
    held: usdtText(bidder.status === 'HELD' ? bidder.ceiling : 0n),
    funds: fundsOfAsset(bidder.asset),
    status: bidder.status,
    currentBid: seen.currentBid,
    minNextBid: seen.minNextBid,
    endAt: item.endAt ?? 0,
    collectibleStatus: seen.status,
    at: bidder.at,
  }
}

/** The token of a work as its owner and operators see it. */
export const viewDelivery = ({ status, chain, address, txHash, requestedAt, endedAt }: Delivery): TokenDelivery => ({
  status,
  chain,
  address,
  txHash,
  requestedAt,
  endedAt,
})

/** Whether this owner requested the delivery: another owner's address is not shown. */
const isOf = (held: Ownership, delivery: Delivery): boolean =>
  held.endedAt === null && delivery.requestedAt >= msOf(held.at)

type Owned = { held: Ownership; item: Item; delivery: Delivery | undefined; isOn: boolean }
/** A work that a customer owns. */
export const viewOwned = ({ held, item, delivery, isOn }: Owned, reader: Reader): OwnedCollectible => ({
  ...viewItem(item, reader),
  orderNo: saleNo(held.orderNo),
  transfer: held.no,
  paid: usdtText(held.price),
  donated: usdtText(held.donated),
  funds: fundsOfAsset(held.asset),
  boughtAt: msOf(held.at),
  charityDueAt: msOf(held.charityDueAt),
  charityPaidAt: held.charityPaidAt === null ? null : msOf(held.charityPaidAt),
  delivery: delivery !== undefined && isOf(held, delivery) ? viewDelivery(delivery) : null,
  resaleBlock: resaleBlock({ held, item, delivery, isOn }),
})
