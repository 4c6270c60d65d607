import * as z from 'zod/mini'
import { charity, charityPayout, charitySale } from './charities.ts'
import { resaleMoney } from './collectible-offers.ts'
import { collectible, saleModes } from './collectibles.ts'
import { tokenDelivery } from './collectible-tokens.ts'
import { langValues, type Lang } from './languages.ts'
import { decimalText, units } from './money.ts'
import { assertion, operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, id } from './shapes.ts'
import { collectibleStatuses, resaleOfferStatuses } from './states.ts'
import { isPlain, plain } from './written-text.ts'

const viewers = ['charity', 'finance1', 'finance2', 'risk', 'support', 'auditor'] as const
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const written = (max: number) => z.string().check(z.trim(), z.minLength(2), z.maxLength(max), plain)

/** A work as operators see it: what everybody sees, and no more of its bids. */
const seen = z.extend(collectible, {
  createdBy: z.string(),
  createdAt: epochMs,
  /** Its token on the way to the owner's address; null until the owner requested it. */
  delivery: z.nullable(tokenDelivery),
})
export type ConsoleCollectible = z.output<typeof seen>

/** An image that a collectible can be made of. */
const work = z.object({
  id: z.string(),
  title: z.string(),
  creator: z.string(),
  isGenerated: z.boolean(),
  imageHash: hash,
  imagePath: z.string(),
  /** The collectible that is made of it, if one is. */
  nftId: z.nullable(id),
})
export type CollectibleWork = z.output<typeof work>

export const consoleCollectibles = operatorGet('/swx/admin/nfts', {
  summary: 'Lists every collectible with its sale and its end; bidders are numbers, and maximum bids are not shown.',
  roles: viewers,
  does: 'read',
  request: z.object({ status: z.optional(z.enum(collectibleStatuses)) }),
  result: z.object({
    at: epochMs,
    rows: z.array(seen),
    works: z.array(work),
    /** How long the oldest end that passed waits to be settled, milliseconds. */
    lagMs: z.int(),
  }),
  refusals: [],
})

/** An owner's offer of a work, open or ended; owners are numbers here as for everybody. */
const resaleSeen = z.object({
  id,
  nftId: id,
  title: z.string(),
  imageHash: hash,
  imagePath: z.string(),
  charity: z.string(),
  /** The number of the transfer that made the seller its owner. */
  seller: z.int(),
  ...resaleMoney,
  status: z.enum(resaleOfferStatuses),
  offeredAt: epochMs,
  /** When it was sold or withdrawn. */
  endedAt: z.nullable(epochMs),
  /** The purchase as customers know it, and the entry that paid charity and seller; null unless it was sold. */
  orderNo: z.nullable(z.string()),
  entry: z.nullable(z.string()),
})
export type ConsoleResale = z.output<typeof resaleSeen>

export const consoleResales = operatorGet('/swx/admin/nfts/resales', {
  summary: 'Lists what owners of collectibles offered again, for what, and what became of it; owners are numbers.',
  roles: viewers,
  does: 'read',
  request: z.object({ status: z.optional(z.enum(resaleOfferStatuses)) }),
  result: z.object({
    at: epochMs,
    /** Whether owners may offer and others buy now. */
    isOn: z.boolean(),
    /** Of all resales. */
    resales: z.int(),
    volume: decimalText,
    royalties: decimalText,
    rows: z.array(resaleSeen),
  }),
  refusals: [],
})

export const workImage = operatorGet('/swx/admin/nfts/images/:hash', {
  summary: 'Shows the image of a work by the SHA-256 of its bytes.',
  roles: viewers,
  does: 'read',
  request: z.object({ hash }),
  /** The response is the image itself, as image/svg+xml. */
  result: z.object({}),
  refusals: ['notFound'],
})

const terms = {
  saleMode: z.enum(saleModes),
  /** Of an auction. */
  startPrice: z.optional(units(6)),
  /** The fixed price, or the price to buy now. */
  price: z.optional(units(6)),
}

export const createCollectible = operatorPost('/swx/admin/nfts/create', {
  summary: 'Makes a draft of a collectible from a work; nobody sees it before it is listed.',
  roles: ['charity'],
  does: 'act',
  request: z.strictObject({ workId: written(80), charityId: id, ...terms, reason: operatorReason }),
  fieldRefusals: { startPrice: 'amountWrong', price: 'amountWrong', reason: 'reasonNeeded' },
  /** The public shape: what a customer will see is the preview. */
  result: seen,
  refusals: ['notFound', 'dataIncomplete', 'amountWrong', 'reasonNeeded'],
})

export const reviseCollectible = operatorPost('/swx/admin/nfts/:id/revise', {
  summary: 'Changes the sale of a draft, or makes an unsold collectible a draft again.',
  roles: ['charity'],
  does: 'act',
  request: z.strictObject({ id, charityId: id, ...terms, reason: operatorReason }),
  fieldRefusals: { startPrice: 'amountWrong', price: 'amountWrong', reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'collectibleState', 'dataIncomplete', 'amountWrong', 'reasonNeeded'],
})

export const listCollectible = operatorPost('/swx/admin/nfts/:id/list', {
  summary: 'Offers a draft: at its fixed price at once, or by an auction from one time to another.',
  roles: ['charity'],
  does: 'act',
  /** Both times are an auction's alone; it runs from an hour to 30 days. */
  request: z.strictObject({
    id,
    startAt: z.optional(epochMs),
    endAt: z.optional(epochMs),
    reason: operatorReason,
  }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'collectibleState', 'dataIncomplete', 'reasonNeeded'],
})

export const delistCollectible = operatorPost('/swx/admin/nfts/:id/delist', {
  summary: 'Takes a collectible back from sale; refused from its first bid on.',
  roles: ['charity', 'risk'],
  does: 'act',
  request: z.strictObject({ id, reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: seen,
  refusals: ['notFound', 'collectibleState', 'reasonNeeded'],
})

export const importCollection = operatorPost('/swx/admin/nfts/collection', {
  summary: 'Takes the images of the first collection in as works, once; nothing is listed by it.',
  roles: ['charity'],
  does: 'act',
  request: z.strictObject({ reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  /** How many were new. */
  result: z.object({ added: z.int() }),
  refusals: ['reasonNeeded'],
})

/** A payment as operators see it. */
const payoutSeen = z.extend(charityPayout, {
  charityId: id,
  charity: z.string(),
  /** Where it goes: the charity's account in words or an address, as it was prepared. */
  destination: z.string(),
  preparedBy: z.string(),
  confirmedBy: z.nullable(z.string()),
  /** When the oldest price in it is due. */
  dueAt: epochMs,
  isOverdue: z.boolean(),
  /** Whether the caller may confirm it: it is prepared, and by another person. */
  mayConfirm: z.boolean(),
})
export type ConsolePayout = z.output<typeof payoutSeen>

export const consoleCharities = operatorGet('/swx/admin/charities', {
  summary: 'Lists charities, what each was paid and what it waits for, and the payments under way.',
  roles: viewers,
  does: 'read',
  request: z.object({}),
  result: z.object({
    at: epochMs,
    rows: z.array(
      z.extend(charity, {
        /** What is on its account and in no prepared payment. */
        payable: decimalText,
        /** When the oldest price of that is due; null where there is none. */
        dueAt: z.nullable(epochMs),
        sold: z.array(charitySale),
      }),
    ),
    payouts: z.array(payoutSeen),
  }),
  refusals: [],
})

const website = /^https:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(?::\d{1,5})?(?:\/[^\s"'<>\\]*)?$/u
/** Whether an address leads where it shows to lead: over TLS, without a name before the host, and with nothing hidden in it. */
export const isWebsite = (text: string): boolean => website.test(text) && isPlain(text)

/** What a charity collects for, in every language: its buyers read it. */
const cause = written(300)
const causes = z.strictObject(Object.fromEntries(langValues.map((one) => [one, cause])) as Record<Lang, typeof cause>)

export const addCharity = operatorPost('/swx/admin/charities/add', {
  summary: 'Registers a charity with its number, country, cause and written agreement; it receives the whole price.',
  roles: ['charity'],
  does: 'act',
  request: z.strictObject({
    name: written(120),
    registrationNumber: written(60),
    /** ISO 3166-1, two letters. */
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    website: z.optional(z.string().check(z.maxLength(200), z.refine(isWebsite))),
    agreementId: written(60),
    causes,
    reason: operatorReason,
  }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: charity,
  refusals: ['dataIncomplete', 'reasonNeeded'],
})

/**
 * The one who prepares makes the id (a UUID), because his passkey signs it: `charityPayoutPrepare` of
 * proofs/approval-payloads.ts over id, charity, amount and destination. `amount` is the whole of `payable` as he saw it.
 */
export const preparePayout = operatorPost('/swx/admin/charities/payouts/prepare', {
  summary: 'Prepares the payment of all that a charity waits for; a second person confirms it with proof.',
  roles: ['charity', 'finance1'],
  does: 'propose',
  request: z.strictObject({
    id,
    charityId: id,
    amount: units(6),
    destination: written(200),
    reason: operatorReason,
    assertion,
  }),
  fieldRefusals: { reason: 'reasonNeeded', assertion: 'proofNeeded', amount: 'amountWrong' },
  result: payoutSeen,
  refusals: ['notFound', 'amountWrong', 'quoteChanged', 'dataIncomplete', 'proofNeeded', 'reasonNeeded'],
})

/** What the one who confirms signs: `charityPayoutConfirm` over the same values and the proof. */
export const confirmPayout = operatorPost('/swx/admin/charities/payouts/:id/confirm', {
  summary: 'Confirms that a prepared payment reached the charity, with its reference and the charity’s receipt.',
  roles: ['finance2'],
  does: 'approve',
  request: z.strictObject({
    id,
    reference: written(120),
    receiptNo: written(80),
    receiptHash: hash,
    reason: operatorReason,
    assertion,
  }),
  fieldRefusals: { reason: 'reasonNeeded', assertion: 'proofNeeded' },
  result: payoutSeen,
  refusals: ['notFound', 'dataIncomplete', 'fourEyesNeeded', 'proofNeeded', 'reasonNeeded'],
})

export const cancelPayout = operatorPost('/swx/admin/charities/payouts/:id/cancel', {
  summary: 'Takes back a prepared payment that was not made; what it was for is due as before.',
  roles: ['charity', 'finance1', 'finance2'],
  does: 'act',
  request: z.strictObject({ id, reason: operatorReason }),
  fieldRefusals: { reason: 'reasonNeeded' },
  result: z.object({ cancelled: z.boolean() }),
  refusals: ['notFound', 'dataIncomplete', 'reasonNeeded'],
})
