import type { RefusalKey } from '@evenhand/protocol/codes.ts'

/**
 * Where a refusal of an order is shown (errors.md, what the client does): at its field; as new terms beside the old; as a
 * countdown on the button; as a banner that closes the ticket; as a full sheet; or above the button.
 */
export type RefusalField = 'amount' | 'limitTime' | 'terms' | 'wait' | 'closed' | 'sheet' | 'form'

const fields: Partial<Record<RefusalKey, RefusalField>> = {
  amountWrong: 'amount',
  belowMinimumPurchase: 'amount',
  insufficientBalance: 'amount',
  termUnknown: 'limitTime',
  quoteChanged: 'terms',
  tooMany: 'wait',
  optionUnavailable: 'closed',
  notTradableNow: 'closed',
  feedKindTooLow: 'closed',
  capacityReached: 'closed',
  notInYourCountry: 'sheet',
  quizNeeded: 'sheet',
  ownLimitReached: 'sheet',
  coolingOff: 'sheet',
  excluded: 'sheet',
}

export const fieldFor = (key: RefusalKey): RefusalField => fields[key] ?? 'form'
