import * as z from 'zod/mini'
import { password, signedInResponse } from './accounts.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post, remove } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'

const account = z._default(z.string().check(z.maxLength(254)), '')
const mailCode = z.string().check(z.maxLength(16))

/** Where a call came from: a network, and the program by its name; null where it is unknown. */
const trace = {
  place: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
}

export const repassword = post('/swx/customer/user/repassword', {
  summary:
    'Set a new password: with a session by the old one, without by a code of scene reset. Ends all other sessions.',
  request: z.strictObject({
    account: z.optional(z.string().check(z.maxLength(254))),
    code: z.optional(mailCode),
    old: z.optional(password),
    new: password,
    confirm: password,
    ...factorFields,
  }),
  /** A new token where a session of this customer called; its old one has ended. */
  result: z.partial(signedInResponse),
  refusals: [
    'accountRequired',
    'emailMalformed',
    'usernameMalformed',
    'credentialsWrong',
    'accountBlocked',
    'codeWrong',
    'proofNeeded',
  ],
  notice: 'modified',
})

export const sessions = get('/swx/customer/user/sessions', {
  summary: 'Where this customer is signed in; at most a hundred, the last used first.',
  signedIn: true,
  request: nothing,
  result: z.array(z.object({ id, createdAt: epochMs, usedAt: epochMs, ...trace, current: z.boolean() })),
  refusals: [],
})

export const endSession = remove('/swx/customer/user/sessions/:id', {
  summary: 'End one session of this customer, within a second everywhere.',
  signedIn: true,
  request: z.object({ id }),
  result: z.object({}),
  refusals: ['notFound'],
  notice: 'deleted',
})

export const endOtherSessions = remove('/swx/customer/user/sessions', {
  summary: 'End every session of this customer but the one that calls.',
  signedIn: true,
  proof: true,
  request: nothing,
  result: z.object({ ended: z.int() }),
  refusals: [],
  notice: 'deleted',
})

/** WRONG_FACTOR: the password, the mailed code or the provider was right, and the second factor was not. */
export const signInOutcomes = ['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_FACTOR', 'BLOCKED'] as const

export const loginHistory = get('/swx/customer/user/loginHistory', {
  summary: 'Sign-ins of the last 90 days, right and wrong, newest first; at most a hundred of each.',
  signedIn: true,
  request: nothing,
  result: z.array(z.object({ id, at: epochMs, outcome: z.enum(signInOutcomes), ...trace, newDevice: z.boolean() })),
  refusals: [],
})

export const freeze = post('/swx/customer/user/freeze', {
  summary: 'Freeze the account: by its session, or by the token of a mail. Ends every session.',
  request: z.strictObject({ token: z.optional(z.string().check(z.maxLength(128))) }),
  result: z.object({ frozenAt: epochMs }),
  refusals: ['notFound', 'accountRestricted'],
})

export const unfreeze = post('/swx/customer/user/unfreeze', {
  summary: 'Ask for the account back by a code of scene unfreeze; it can be used 24 hours later.',
  request: z.strictObject({ account, code: mailCode }),
  /** Null where the account is not frozen. */
  result: z.object({ unfreezesAt: z.nullable(epochMs) }),
  refusals: ['accountRequired', 'emailMalformed', 'usernameMalformed', 'codeWrong', 'accountBlocked'],
})

/** The customer's own words for our mails have so many characters. */
export const phraseLength = { min: 4, max: 32 } as const

export const antiPhishing = get('/swx/customer/user/antiPhishing', {
  summary: "The customer's own words, which stand in every mail to that customer; null where none are set.",
  signedIn: true,
  request: nothing,
  result: z.object({ phrase: z.nullable(z.string()) }),
  refusals: [],
})

export const setAntiPhishing = post('/swx/customer/user/antiPhishing', {
  summary: "Set the customer's own words for mails, 4 to 32 characters; empty takes them out.",
  signedIn: true,
  request: z.strictObject({ phrase: z.string().check(z.maxLength(256)) }),
  result: z.object({ phrase: z.nullable(z.string()) }),
  refusals: [],
  notice: 'modified',
})
