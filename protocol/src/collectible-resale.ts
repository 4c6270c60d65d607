import * as z from 'zod/mini'
import { resaleMoney, transferOrigins } from './collectible-offers.ts'
import { bidStep, collectibleFunds, ownedCollectible } from './collectibles.ts'
import { decimalText, units } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { charityPayoutStatuses, resaleOfferStatuses } from './states.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const price = units(6)

/** One change of owner, without a name: owners are known by its number. */
export const transfer = z.object({
  /** 1 is the first sale. */
  no: z.int(),
  origin: z.enum(transferOrigins),
  price: decimalText,
  /** What of the price is the charity's: all of it, or the royalty. */
  donated: decimalText,
  at: epochMs,
  /** Number of the entry of the ledger that paid the charity's account. */
  entry: z.string(),
  payoutStatus: z.enum(charityPayoutStatuses),
  /** Whether whom it made the owner is the owner still. */
  isOwner: z.boolean(),
})
export type Transfer = z.output<typeof transfer>

/** An offer of the caller's, open or ended. */
export const ownOffer = z.object({
  id,
  nftId: id,
  title: z.string(),
  imageHash: hash,
  imagePath: z.string(),
  ...resaleMoney,
  status: z.enum(resaleOfferStatuses),
  offeredAt: epochMs,
  /** When it was sold or withdrawn. */
  endedAt: z.nullable(epochMs),
})
export type OwnOffer = z.output<typeof ownOffer>

export const listNftTransfers = get('/swx/customer/nft/:id/transfers', {
  summary: 'How a collectible changed hands, newest first; owners are numbers.',
  request: z.object({ id }),
  result: z.array(transfer),
  refusals: ['notFound'],
})

export const listOwnOffers = get('/swx/customer/user/listNftOffers', {
  summary: "The caller's offers of works, the newest first; of one work with `nftId`.",
  signedIn: true,
  request: z.object({ nftId: z.optional(id), ...paging }),
  result: z.union([z.array(ownOffer), pageOf(ownOffer)]),
  refusals: [],
})

export const offerNft = post('/swx/customer/nft/offer', {
  summary:
    'Offer a work that the caller owns at a fixed price. The charity receives the royalty of it, the caller the rest; another price is another offer, after this one was withdrawn.',
  signedIn: true,
  realOnly: true,
  proof: true,
  notice: 'submitted',
  amountStep: bidStep,
  request: z.strictObject({ nftId: id, price }),
  fieldRefusals: { price: 'amountWrong' },
  result: ownedCollectible,
  refusals: ['keyReused', 'notFound', 'accountRestricted', 'collectibleState', 'amountWrong'],
})

export const withdrawNftOffer = post('/swx/customer/nft/withdrawOffer', {
  summary: 'Take the own open offer of a work back, at any time.',
  signedIn: true,
  realOnly: true,
  notice: 'submitted',
  request: z.strictObject({ nftId: id }),
  result: ownedCollectible,
  refusals: ['notFound', 'collectibleState'],
})

export const buyResoldNft = post('/swx/customer/nft/buyResale', {
  summary: 'Buy a work of its owner at the price that was shown; another price is refused, and so is one’s own work.',
  signedIn: true,
  realOnly: true,
  notice: 'purchased',
  request: z.strictObject({ nftId: id, price, funds: z.optional(z.enum(collectibleFunds)) }),
  fieldRefusals: { price: 'amountWrong' },
  result: ownedCollectible,
  refusals: [
    'keyReused',
    'notFound',
    'collectibleState',
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
