import * as z from 'zod/mini'
import { collateralCoins } from './collateral-rules.ts'
import { pricedCollateral, signedCollateral } from './loan-collateral.ts'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, id, nothing, pageOf, paging, queryInt } from './shapes.ts'
import { loanReasons, loanStatuses } from './states.ts'
import { plainLine, plain } from './written-text.ts'
import { loanClauses, loanEvents, maxLoanRemark, signedClause } from './loan-rules.ts'
import { acceptedPlans, repaymentPlan } from './repayment-plan-rules.ts'

// Amounts are USDT with six decimals. Rates are per cent as decimal text: `0.03` of a day, `8.73` of a year.

const lang = z.optional(z.string().check(z.maxLength(8)))
/** SHA-256 of the agreement's text in UTF-8, hexadecimal. */
const agreementHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Any text is taken, so that a malformed amount has its own refusal with the range. */
const amountText = z.string().check(z.maxLength(40))

const loanProduct = z.object({
  days: z.int(),
  /** Completed days from the disbursement that cost nothing. */
  freeDays: z.int(),
  dailyRate: decimalText,
  /** Of the largest amount, repaid at the term. */
  apr: decimalText,
  minScore: z.int(),
  /** Of the table, and what this caller may borrow of it: null without a session, 0 where the score is too low. */
  max: decimalText,
  callerMax: z.nullable(decimalText),
})
export type LoanProduct = z.output<typeof loanProduct>

export const listLoanProducts = get('/swx/customer/loan/products', {
  summary: 'Terms of loans with rates, scores and amounts; with a session, what the caller may borrow of each.',
  request: nothing,
  result: z.object({
    products: z.array(loanProduct),
    min: decimalText,
    /** Null without a session. The rest is what stands in the caller's way; `identityStatus`: of one sent, not verified. */
    caller: z.nullable(
      z.object({
        /** Null until the identity is verified. */
        score: z.nullable(z.int()),
        isVerified: z.boolean(),
        identityStatus: z.nullable(z.string()),
        isOffered: z.boolean(),
        /** The loan that is open or under review; there is one at a time. */
        openLoanId: z.nullable(id),
        /** After a rejection: from when on the caller may apply again. */
        mayApplyAt: z.nullable(epochMs),
      }),
    ),
  }),
  refusals: [],
})

/** What a loan costs from a day on: repaid when so many days are complete. */
const costPoint = z.object({ day: z.int(), interest: decimalText, total: decimalText })

const terms = {
  amount: decimalText,
  days: z.int(),
  freeDays: z.int(),
  dailyRate: decimalText,
  /** Interest and whole repayment, if nothing is repaid before the term. */
  totalInterest: decimalText,
  repaymentAmount: decimalText,
  apr: decimalText,
  /** What all interest together can come to at most, however late it is repaid: the amount itself. */
  maxInterest: decimalText,
}

export const quoteLoan = get('/swx/customer/loan/quote', {
  summary: 'What an amount costs over a term: interest, annual rate, repayment and the most it can ever cost.',
  signedIn: true,
  realOnly: true,
  request: z.object({ amount: amountText, days: queryInt(1, 100_000) }),
  fieldRefusals: { amount: 'amountWrong', days: 'termUnknown' },
  result: z.object({
    ...terms,
    /** If it were paid out now; the schedule is of day 0 to the term. */
    repaymentDate: epochMs,
    schedule: z.array(costPoint),
  }),
  refusals: [
    'amountWrong',
    'termUnknown',
    'termClosed',
    'scoreInsufficient',
    'notInYourCountry',
    'notVerifiedYet',
    'verificationNotValid',
  ],
})

export const loanAgreement = get('/swx/customer/loan/agreement', {
  summary: 'The agreement of a loan in the language requested, with the hash of its text, which is what is signed.',
  signedIn: true,
  realOnly: true,
  request: z.object({
    amount: amountText,
    days: queryInt(1, 100_000),
    lang,
    /** Clauses that are ticked; they stand in the text. */
    standingOrder: z.optional(z.literal('true')),
    setOff: z.optional(z.literal('true')),
    /** Collateral at the newest price, which stands in the text as well: then no score is required. */
    collateralCoin: z.optional(z.enum(collateralCoins)),
    collateralAmount: z.optional(amountText),
  }),
  fieldRefusals: { amount: 'amountWrong', days: 'termUnknown' },
  result: z.object({
    /** The whole text: title, then headings and paragraphs, each on a line of its own. Its bytes in UTF-8 are hashed. */
    text: z.string(),
    title: z.string(),
    /** The same text piece by piece, to lay it out. */
    sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
    agreementHash,
    templateVersion: z.int(),
    lang: z.string(),
    /** What the application names of it, and the share of the loan in its value. */
    collateral: z.nullable(pricedCollateral),
  }),
  /** 10015 without a recent price of the coin. */
  refusals: [...quoteLoan.refusals, 'notTradableNow'],
})

const loanEvent = z.object({
  kind: z.enum(loanEvents),
  at: epochMs,
  /** Of a repayment or cancellation: what went to the principal and to the interest; of a disbursement the principal. */
  principal: z.nullable(decimalText),
  interest: z.nullable(decimalText),
})
export type LoanEvent = z.output<typeof loanEvent>

/** A loan in a list. */
export const loan = z.object({
  id,
  orderNo: z.string(),
  ...terms,
  agreementHash,
  templateVersion: z.int(),
  /** The language in which it was signed, and in which its document is. */
  agreementLang: z.string(),
  signatureFileId: z.nullable(id),
  typedName: z.string(),
  signedAt: epochMs,
  remark: z.string(),
  status: z.enum(loanStatuses),
  reasonCode: z.nullable(z.enum(loanReasons)),
  /** By when a person has reviewed it. */
  reviewDueAt: epochMs,
  decidedAt: z.nullable(epochMs),
  disbursedAt: z.nullable(epochMs),
  /** Null until it is paid out. */
  repaymentDate: z.nullable(epochMs),
  endedAt: z.nullable(epochMs),
  /** Principal that is still owed, and what paying everything now comes to. */
  outstanding: decimalText,
  owed: z.object({ principal: decimalText, interest: decimalText, total: decimalText, at: epochMs }),
  repaid: z.object({ principal: decimalText, interest: decimalText }),
  /** Until when it can be cancelled without interest; null where it cannot any more, or not yet. */
  cancelUntil: z.nullable(epochMs),
  standingOrder: signedClause,
  setOff: signedClause,
  /** The one that is offered to its customer, or in force; null where there is none. */
  repaymentPlan: z.nullable(repaymentPlan),
  acceptedPlans,
})
export type Loan = z.output<typeof loan>

/** One loan with its history, and while it runs what repaying all on a day to come costs. */
export const wholeLoan = z.extend(loan, {
  events: z.array(loanEvent),
  /** From today on, if nothing else is repaid; days from the disbursement. Empty unless it runs. */
  schedule: z.array(costPoint),
  /** When the next period is complete and interest rises; null where none does. */
  nextInterestAt: z.nullable(epochMs),
})
export type WholeLoan = z.output<typeof wholeLoan>

export const applyForLoan = post('/swx/customer/loan/apply', {
  summary:
    'Apply for a loan with the signed agreement. `agreementHash` is of the text that was shown; a picture of the signature or a typed name signs it.',
  signedIn: true,
  realOnly: true,
  notice: 'submitted',
  request: z.strictObject({
    amount: amountText,
    days: z.int(),
    agreementHash,
    /** Of `file/upload` with the purpose `signature`; empty where the name is typed. */
    signatureFileId: z._default(z.union([id, z.literal('')]), ''),
    typedName: z._default(z.string().check(z.trim(), z.maxLength(100), plainLine), ''),
    remark: z._default(z.string().check(z.trim(), z.maxLength(maxLoanRemark), plain), ''),
    /** Clauses that the signed text has; each is ticked apart, and off unless it is. */
    standingOrder: z._default(z.boolean(), false),
    setOff: z._default(z.boolean(), false),
    collateral: z.optional(signedCollateral),
  }),
  fieldRefusals: {
    amount: 'amountWrong',
    days: 'termUnknown',
    signatureFileId: 'signatureNeeded',
    typedName: 'signatureNeeded',
  },
  result: wholeLoan,
  refusals: [
    ...quoteLoan.refusals,
    'keyReused',
    'notTradableNow',
    /** Of collateral. */
    'insufficientBalance',
    'signatureNeeded',
    /** The text is another one by now, and `quote` names the present hash; or the price of the collateral is. */
    'quoteChanged',
    /** The picture is no signature of the caller's. */
    'notFound',
    /** A loan is open or under review. */
    'openLimitReached',
    /** One was rejected within seven days. */
    'coolingOff',
    'accountRestricted',
    'excluded',
  ],
})

export const viewLoan = get('/swx/customer/loan/:id', {
  summary: 'One loan of the caller: terms, history, and what repaying it now comes to.',
  signedIn: true,
  request: z.object({ id }),
  result: wholeLoan,
  refusals: ['notFound'],
})

export const listLoanRecord = get('/swx/customer/user/listLoanRecord', {
  summary: "The caller's loans, newest first: the newest hundred as an array, or a page where `page` is asked.",
  signedIn: true,
  request: z.object({ status: z.optional(z.enum(loanStatuses)), ...paging }),
  result: z.union([z.array(loan), pageOf(loan)]),
  refusals: [],
})

export const repayLoan = post('/swx/customer/loan/repay', {
  summary:
    'Repay a part, or `ALL`: from loan money that is left first, then from USDT; the principal first, then the interest.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id, amount: amountText }),
  fieldRefusals: { amount: 'amountWrong' },
  result: wholeLoan,
  /** 10016 with `max`: what is owed, 0 where nothing is. 10026 with `free`: loan money and USDT together. */
  refusals: ['keyReused', 'notFound', 'amountWrong', 'insufficientBalance'],
})

export const cancelLoan = post('/swx/customer/loan/cancel14d', {
  summary: 'Cancel a loan within 14 days of its disbursement: the principal goes back and no interest is owed.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id }),
  result: wholeLoan,
  /** 40039 also where it cannot be cancelled any more. */
  refusals: ['keyReused', 'notFound', 'insufficientBalance'],
})

export const revokeLoanClause = post('/swx/customer/loan/revokeClause', {
  summary: 'Revoke a standing order or a clause of set-off: from the answer on, nothing is taken by it.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id, clause: z.enum(loanClauses) }),
  result: wholeLoan,
  /** 40039 also where the clause was not signed; one that is revoked already stays so. */
  refusals: ['notFound'],
})

export const withdrawLoanApplication = post('/swx/customer/loan/withdrawApplication', {
  summary: 'Take back an application that is under review.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id }),
  result: wholeLoan,
  /** 40039 also where it is decided already. */
  refusals: ['notFound'],
})

export const loanDocument = get('/swx/customer/loan/document/:id', {
  summary: 'The signed agreement as a PDF in the language in which it was signed, the same bytes whenever it is asked.',
  signedIn: true,
  request: z.object({ id }),
  /** The response is the file itself, as application/pdf. */
  result: z.object({}),
  files: ['application/pdf'],
  refusals: ['notFound'],
})
