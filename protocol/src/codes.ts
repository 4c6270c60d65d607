/**
 * The one table of refusals and success codes: name → number. The name is also the key of its text in the
 * catalogues, and what `msg` carries on the wire. A new refusal does not compile until it stands here.
 */
export const refusalCodes = {
  sessionEnded: 401,
  accountRequired: 10001,
  emailMalformed: 10002,
  usernameMalformed: 10003,
  credentialsWrong: 10004,
  accountBlocked: 10005,
  usernameTaken: 10006,
  emailTaken: 10007,
  accountRestricted: 10008,
  customerNotFound: 10009,
  planUnavailable: 10010,
  fundsShort: 10011,
  daysUnknown: 10012,
  investmentWrong: 10013,
  optionUnavailable: 10014,
  notTradableNow: 10015,
  amountWrong: 10016,
  termUnknown: 10017,
  parameterUnknown: 10018,
  identificationState: 10019,
  collectibleState: 10020,
  addressMissing: 10021,
  notVerifiedYet: 10022,
  termClosed: 10023,
  planAlreadyHeld: 10024,
  methodMissing: 10025,
  insufficientBalance: 10026,
  phoneCodeUnsupported: 10090,
  codeWrong: 10091,
  fault: 10092,
  codeNotSent: 10093,
  scoreInsufficient: 30001,
  belowMinimumPurchase: 30002,
  verificationNotValid: 30003,
  marginInsufficient: 30004,
  belowMinimumWithdrawal: 30005,
  notInYourCountry: 40001,
  quizNeeded: 40002,
  coolingOff: 40003,
  ownLimitReached: 40004,
  excluded: 40005,
  quoteChanged: 40006,
  feedKindTooLow: 40007,
  capacityReached: 40008,
  stopLossUnreasonable: 40009,
  takeProfitUnreasonable: 40010,
  stopAndTakeUnreasonable: 40011,
  realAccountNeeded: 40012,
  fundPasswordWrong: 40013,
  fundPasswordLocked: 40014,
  fundPasswordNotSet: 40015,
  addressWaiting: 40016,
  transactionKnown: 40017,
  fileTooLarge: 40018,
  fileType: 40019,
  dataIncomplete: 40020,
  signatureNeeded: 40021,
  underage: 40022,
  hashMalformed: 40023,
  proofImageNeeded: 40024,
  bidTooLow: 40025,
  auctionEnded: 40026,
  ownItem: 40027,
  keyReused: 40028,
  tooMany: 40029,
  modeMismatch: 40030,
  belowYourPrice: 40031,
  loanMoneyNotTradable: 40032,
  fourEyesNeeded: 40033,
  reasonNeeded: 40034,
  providerLinkNeeded: 40035,
  proofNeeded: 40036,
  depositBelowMinimum: 40037,
  openLimitReached: 40038,
  notFound: 40039,
  keyNotAllowed: 40040,
} as const

/** The key of a refusal; also its text key in every language. */
export type RefusalKey = keyof typeof refusalCodes

/** What a successful call may add to its response as `notice`. */
export const noticeCodes = {
  submitted: 20001,
  depositSubmitted: 20002,
  withdrawalSubmitted: 20003,
  purchased: 20004,
  modified: 20005,
  emailRegistered: 20006,
  deleted: 20007,
} as const

export type NoticeKey = keyof typeof noticeCodes

const keysByCode = new Map<number, RefusalKey>(
  Object.entries(refusalCodes).map(([key, code]) => [code, key as RefusalKey]),
)

/** The refusal a body code stands for, or undefined for a code this build does not know. */
export const refusalOf = (code: number): RefusalKey | undefined => keysByCode.get(code)

/** Every response of the server: `code` 200 carries `result`; any other code is a refusal with the values of its text. */
export type Envelope<R> =
  | { code: 200; result: R; notice?: number; traceId: string }
  | { code: number; msg: RefusalKey; params: Record<string, unknown>; traceId: string }
