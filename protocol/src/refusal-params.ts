import * as z from 'zod/mini'
import type { RefusalKey } from './codes.ts'
import { decimalText } from './money.ts'
import { epochMs } from './shapes.ts'

const amount = z.optional(decimalText)
const moment = z.optional(epochMs)
const count = z.optional(z.int())
const text = z.optional(z.string())
const texts = z.optional(z.array(z.string()))

/**
 * The values that a refusal carries for its text, by its key. Each may be absent, and others may be added: a client shows what
 * is there. Refusals that are not listed carry none.
 */
export const refusalParams = {
  accountBlocked: z.looseObject({ status: text }),
  accountRestricted: z.looseObject({ reason: text }),
  fundsShort: z.looseObject({ free: amount, needed: amount }),
  daysUnknown: z.looseObject({ days: z.optional(z.array(z.int())) }),
  investmentWrong: z.looseObject({ min: amount, max: amount }),
  notTradableNow: z.looseObject({ reason: text, opensAt: moment }),
  amountWrong: z.looseObject({ min: amount, max: amount, step: text }),
  termUnknown: z.looseObject({ terms: z.optional(z.array(z.int())) }),
  termClosed: z.looseObject({ terms: z.optional(z.array(z.int())) }),
  identificationState: z.looseObject({ status: text }),
  /** `why`: of `resaleBlocks`, where an owner offers a work. */
  collectibleState: z.looseObject({ status: text, why: text }),
  planAlreadyHeld: z.looseObject({ orderNo: text }),
  methodMissing: z.looseObject({ methods: texts }),
  insufficientBalance: z.looseObject({ free: amount }),
  codeWrong: z.looseObject({ left: count }),
  codeNotSent: z.looseObject({ retryAfterS: count }),
  scoreInsufficient: z.looseObject({ score: count, min: count }),
  belowMinimumPurchase: z.looseObject({ min: amount }),
  verificationNotValid: z.looseObject({ status: text }),
  marginInsufficient: z.looseObject({ free: amount, needed: amount }),
  belowMinimumWithdrawal: z.looseObject({ coin: text, min: amount }),
  notInYourCountry: z.looseObject({ product: text, country: text }),
  quizNeeded: z.looseObject({ product: text, nextAt: moment }),
  coolingOff: z.looseObject({ until: moment }),
  ownLimitReached: z.looseObject({ limit: text, value: text }),
  excluded: z.looseObject({ until: z.nullish(epochMs) }),
  quoteChanged: z.looseObject({ quote: z.optional(z.unknown()) }),
  feedKindTooLow: z.looseObject({ feedKind: text, needed: text }),
  capacityReached: z.looseObject({ left: amount }),
  stopLossUnreasonable: z.looseObject({ from: z.nullish(decimalText), to: z.nullish(decimalText) }),
  takeProfitUnreasonable: z.looseObject({ from: z.nullish(decimalText), to: z.nullish(decimalText) }),
  fundPasswordWrong: z.looseObject({ left: count }),
  fundPasswordLocked: z.looseObject({ until: moment }),
  addressWaiting: z.looseObject({ activeAt: moment }),
  fileTooLarge: z.looseObject({ maxBytes: count }),
  fileType: z.looseObject({ types: texts }),
  dataIncomplete: z.looseObject({ fields: z.optional(z.array(z.object({ field: z.string(), reason: z.string() }))) }),
  underage: z.looseObject({ minAge: count }),
  hashMalformed: z.looseObject({ network: text }),
  bidTooLow: z.looseObject({ minNext: amount }),
  auctionEnded: z.looseObject({ endAt: moment }),
  tooMany: z.looseObject({ retryAfterS: count }),
  belowYourPrice: z.looseObject({ price: amount }),
  loanMoneyNotTradable: z.looseObject({ free: amount }),
  providerLinkNeeded: z.looseObject({ linkToken: text }),
  proofNeeded: z.looseObject({ accepts: texts, challenge: z.optional(z.unknown()) }),
  depositBelowMinimum: z.looseObject({ coin: text, min: amount }),
  keyNotAllowed: z.looseObject({ needed: text }),
  openLimitReached: z.looseObject({ limit: text, max: text }),
} as const satisfies Partial<Record<RefusalKey, z.ZodMiniType>>
