import * as z from 'zod/mini'
import { decimalText, units } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { resaleBlocks, resaleOffer } from './collectible-offers.ts'
import { tokenDelivery } from './collectible-tokens.ts'
import { bidStatuses, collectibleStatuses } from './states.ts'

/** SHA-256 in hexadecimal digits. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const saleModes = ['FIXED', 'AUCTION', 'AUCTION_WITH_BUY_NOW'] as const
export type SaleMode = (typeof saleModes)[number]
/** What a purchase or a bid is paid from: the real account's USDT, or what a loan paid out. */
export const collectibleFunds = ['REAL', 'LOAN'] as const
export type CollectibleFunds = (typeof collectibleFunds)[number]

/** A registered charity as it is named beside every sale. `share` is the part of each price it receives, per cent. */
const charityNamed = z.object({ id, name: z.string(), country: z.string(), share: decimalText })

/** A collectible. Amounts are USDT; times that do not apply are null. */
export const collectible = z.object({
  id,
  title: z.string(),
  creator: z.string(),
  /** Made by a program; the creator names it. */
  isGenerated: z.boolean(),
  /** SHA-256 of the image's bytes as `imagePath` serves them, and the path of this server that does. */
  imageHash: hash,
  imagePath: z.string(),
  /** Of the token's program; null while the work is not on a chain. */
  chain: z.nullable(z.string()),
  address: z.nullable(z.string()),
  tokenId: z.nullable(z.string()),
  /** The path of this server that serves its metadata as ERC-721 has it. */
  metadataPath: z.string(),
  /** The chain that an owner may have the work delivered on; null where this installation delivers on none. */
  deliversOn: z.nullable(z.object({ name: z.string(), isSandbox: z.boolean() })),
  charity: charityNamed,
  saleMode: z.enum(saleModes),
  /** The smallest first bid, which is the reserve; null at a fixed price. */
  startPrice: z.nullable(decimalText),
  /** The fixed price or the price to buy now; null where neither is offered, or no longer: from a bid of 80 % of it on. */
  price: z.nullable(decimalText),
  currentBid: z.nullable(decimalText),
  /** Bidders of an auction are numbered by their first bid: `#3`. Null without a bid. */
  bidderMasked: z.nullable(z.string()),
  bidCount: z.int(),
  /** Null where no bid is taken. */
  minNextBid: z.nullable(decimalText),
  startAt: z.nullable(epochMs),
  /** The effective end, with every extension. */
  endAt: z.nullable(epochMs),
  extendedCount: z.int(),
  /** Milliseconds until `endAt` at the time of the response; null unless it is LIVE. */
  remainingTime: z.nullable(z.int()),
  status: z.enum(collectibleStatuses),
  soldPrice: z.nullable(decimalText),
  soldAt: z.nullable(epochMs),
  /** What the charity received for this work, prices and royalties, from the ledger. */
  cumulativeDonation: decimalText,
  /** `#3` in an auction, `#1` of a fixed price; after a resale the number of the transfer that made the owner: `T2`. */
  ownerMasked: z.nullable(z.string()),
  /** How many owners it has had. */
  transfers: z.int(),
  /** For what its owner sells it; null where it is not offered, or resale is off. */
  resale: z.nullable(resaleOffer),
  at: epochMs,
})
export type Collectible = z.output<typeof collectible>

/** A bid as everybody sees it: never its maximum before the end. */
export const publicBid = z.object({
  /** Rises with each bid of this work. */
  no: z.int(),
  bidder: z.string(),
  amount: decimalText,
  /** Made by a maximum that had been set before. */
  isAutomatic: z.boolean(),
  at: epochMs,
})
export type PublicBid = z.output<typeof publicBid>

/** The caller's own part in one auction. */
export const ownBid = z.object({
  nftId: id,
  title: z.string(),
  imageHash: hash,
  imagePath: z.string(),
  /** The caller's number in this auction: `#3`. */
  bidder: z.string(),
  /** The highest that was bid for the caller, and the maximum that may be. */
  amount: decimalText,
  maximum: decimalText,
  /** What is held now: the maximum while it leads, else 0. */
  held: decimalText,
  funds: z.enum(collectibleFunds),
  status: z.enum(bidStatuses),
  /** Of the auction. */
  currentBid: z.nullable(decimalText),
  minNextBid: z.nullable(decimalText),
  endAt: epochMs,
  collectibleStatus: z.enum(collectibleStatuses),
  at: epochMs,
})
export type OwnBid = z.output<typeof ownBid>

/** A work that the caller owns. */
export const ownedCollectible = z.extend(collectible, {
  orderNo: z.string(),
  /** The number of the transfer that made the caller its owner; 1 for the first sale. */
  transfer: z.int(),
  paid: decimalText,
  /** What the charity received of `paid`: all of it in the first sale, the royalty in a resale. */
  donated: decimalText,
  funds: z.enum(collectibleFunds),
  boughtAt: epochMs,
  /** By when the charity is to be paid `donated`. */
  charityDueAt: epochMs,
  /** When it was, or null. */
  charityPaidAt: z.nullable(epochMs),
  /** Null until the owner requested it. */
  delivery: z.nullable(tokenDelivery),
  /** Why the caller cannot offer it now; null where the caller can. */
  resaleBlock: z.nullable(z.enum(resaleBlocks)),
})
export type OwnedCollectible = z.output<typeof ownedCollectible>

export const collectibleSorts = ['ending', 'newest', 'priceUp', 'priceDown', 'bids'] as const
/** What a visitor may request by status; without one: all that is or was offered. */
export const shownStatuses = ['LISTED_FIXED', 'SCHEDULED', 'LIVE', 'SOLD', 'UNSOLD', 'DELIVERED'] as const

export const listNft = get('/swx/customer/index/listNft', {
  summary: 'Collectibles that are or were offered, those that end soonest first.',
  request: z.object({
    status: z.optional(z.enum(shownStatuses)),
    saleMode: z.optional(z.enum(saleModes)),
    charityId: z.optional(id),
    /** Only those that their owners sell. */
    resale: z.optional(z.literal('true')),
    sort: z.optional(z.enum(collectibleSorts)),
    ...paging,
  }),
  result: z.union([z.array(collectible), pageOf(collectible)]),
  refusals: [],
})

export const getNft = get('/swx/customer/nft/:id', {
  summary: 'One collectible.',
  request: z.object({ id }),
  result: collectible,
  refusals: ['notFound'],
})

export const listNftBids = get('/swx/customer/nft/:id/bids', {
  summary: 'The bids of a collectible, newest first; bidders are numbers.',
  request: z.object({ id, ...paging }),
  result: z.union([z.array(publicBid), pageOf(publicBid)]),
  refusals: ['notFound'],
})

/** USDT of a bid: steps of 0.01. */
export const bidStep = '0.01'
const amount = units(6)
const funds = z.optional(z.enum(collectibleFunds))

const bidRefusals = [
  'keyReused',
  'notFound',
  'collectibleState',
  'auctionEnded',
  'amountWrong',
  'bidTooLow',
  'fundsShort',
  'notVerifiedYet',
  'verificationNotValid',
  'accountRestricted',
  'notInYourCountry',
  'excluded',
] as const

export const bidNft = post('/swx/customer/nft/bid', {
  summary:
    'Bid on a collectible. `maximum` (at least `amount`) lets the platform outbid others for the caller up to it; the whole of it is held while the bid leads.',
  signedIn: true,
  realOnly: true,
  notice: 'purchased',
  amountStep: bidStep,
  request: z.strictObject({ nftId: id, amount, maximum: z.optional(amount), funds }),
  fieldRefusals: { amount: 'amountWrong', maximum: 'amountWrong' },
  /** `status` OUTBID: another's earlier maximum was as high; nothing is held. */
  result: z.object({ bid: ownBid, collectible }),
  refusals: bidRefusals,
})

export const buyNft = post('/swx/customer/user/buyNft', {
  summary: 'Buy a collectible at the price that was shown, fixed or now; another price is refused.',
  signedIn: true,
  realOnly: true,
  notice: 'purchased',
  request: z.strictObject({ nftId: id, price: amount, funds }),
  fieldRefusals: { price: 'amountWrong' },
  result: ownedCollectible,
  refusals: [
    'keyReused',
    'notFound',
    'collectibleState',
    'auctionEnded',
    'amountWrong',
    'quoteChanged',
    'fundsShort',
    'notVerifiedYet',
    'verificationNotValid',
    'accountRestricted',
    'notInYourCountry',
    'excluded',
  ],
})

export const listOwnNft = get('/swx/customer/user/listNft', {
  summary: 'The collectibles that the caller owns, newest first; one work with `nftId`.',
  signedIn: true,
  request: z.object({ nftId: z.optional(id), ...paging }),
  result: z.union([z.array(ownedCollectible), pageOf(ownedCollectible)]),
  refusals: [],
})

export const listOwnBids = get('/swx/customer/user/listBids', {
  summary: "The caller's part in each auction, the newest first; of one work with `nftId`.",
  signedIn: true,
  request: z.object({ nftId: z.optional(id), ...paging }),
  result: z.union([z.array(ownBid), pageOf(ownBid)]),
  refusals: [],
})
