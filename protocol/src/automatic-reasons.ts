/** Reasons that the server itself writes into the record, where an operator gives none; each has a text in the console. */
export const automaticReasons = {
  signIn: 'sign-in',
  customerPage: 'customer page opened',
  accountEntries: 'entries of the account read',
  depositReview: 'review of a deposit',
  withdrawalReview: 'review of a withdrawal',
  loanReview: 'review of a loan',
  inviteReview: 'review of invite rewards',
  note: 'a note was added',
  restrictionOver: 'the time of the restriction is over',
  sessionEnded: 'ended by a superadmin',
  roleMissing: 'none of the roles that the call asks for',
  booksAdded: 'added up again',
  logComputed: 'computed again',
  chat: 'conversation with customer service',
  chatStopped: 'a message that asks for what staff never ask for was not sent',
} as const
export type AutomaticReason = keyof typeof automaticReasons

/** Those that name what they are about, by what stands before the name. */
export const namedReasons = { complaint: 'complaint', answer: 'prepared answer', draft: 'draft' } as const
export type NamedReason = keyof typeof namedReasons
