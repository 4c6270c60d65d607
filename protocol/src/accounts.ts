import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** The customer as the wire shows it. Which account is used is the browser's flag, not a field. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The customer's phone number, E.164; it signs in to nothing. Absent where none is kept. */
  phone: z.optional(z.string()),
  fundPasswordSet: z.boolean(),
  kycStatus: z.string(),
  country: z.string(),
  /** 300 to 850; null until an identity was verified. */
  creditScore: z.nullable(z.int()),
  tier: z.enum(['BASIC', 'VERIFIED']),
  lang: z.string(),
  colorScheme: z.string(),
  riseColor: z.string(),
  termsVersion: z.string(),
  inviteCode: z.string(),
  /** Whom the customer signs in with; what they know of the customer stays here. */
  social: z.array(z.object({ provider: z.string() })),
  status: z.string(),
  /** YYYY-MM-DD, once an identification has verified it. `getUserInfo` alone sends it. */
  birthDate: z.optional(z.string()),
  /** The user name of the inviting customer, masked, because it is another person's. `getUserInfo` alone sends it. */
  invitedBy: z.optional(z.string()),
  createdAt: epochMs,
  /** The call's own token, so that a client which stores user info whole keeps its session. */
  token: z.string(),
})
export type User = z.output<typeof user>

const account = z.string().check(z.maxLength(254))
/** Absent reads as empty, so that one code (10001) refuses both. */
const mainAccount = z._default(account, '')
export const password = z.string().check(z.maxLength(1024))
/** The result of a sign-in. */
export const signedInResponse = z.object({ token: z.string(), user })

export const checkUserNameOrPhone = get('/swx/customer/login/checkUserNameOrPhone', {
  summary: 'Whether a user name or e-mail is taken.',
  request: z.object({ username: z.optional(account), email: z.optional(account), phone: z.optional(account) }),
  result: z.object({ exists: z.boolean() }),
  refusals: ['accountRequired', 'emailMalformed', 'usernameMalformed'],
})

/**
 * What a code is for. A code of one scene is worth nothing in another. `email` goes to the address that is to become the
 * account's own; `withdraw`, `address` and `fundpwd` go to the account's address, which may be left out.
 */
export const codeScenes = [
  'register',
  'reset',
  'login',
  'withdraw',
  'address',
  'fundpwd',
  'link',
  'unfreeze',
  'email',
] as const
export type CodeScene = (typeof codeScenes)[number]

export const sendCode = post('/swx/customer/login/sendCode', {
  summary: 'Send a six-digit code by e-mail for one purpose.',
  request: z.strictObject({
    to: mainAccount,
    scene: z.enum(codeScenes),
    /** What the code confirms, and nothing else: the quote of a withdrawal, or an address that is to be saved. */
    quoteId: z.optional(z.string().check(z.maxLength(200))),
  }),
  result: z.object({ expiresIn: z.int(), resendIn: z.int() }),
  refusals: ['accountRequired', 'emailMalformed', 'phoneCodeUnsupported', 'codeNotSent', 'notFound'],
})

/** A password has 10 to 128 characters, whatever they are. */
export const passwordLength = { min: 10, max: 128 } as const
/** A customer who registers declares to be at least this old. */
export const minAge = 18
export const usernameForm = /^[A-Za-z0-9_]{3,30}$/

export const registerForm = get('/swx/customer/login/registerForm', {
  summary: 'What the registration form needs: countries, the one a sandbox proposes, the version of the terms.',
  request: z.object({ lang: z.optional(z.string()) }),
  result: z.object({
    /** Every country one may register from, with whether options are offered there. */
    countries: z.array(z.object({ code: z.string(), options: z.boolean() })),
    /** A sandbox proposes a country where options are offered, so that they can be tried; a live installation none. */
    proposedCountry: z.nullable(z.string()),
    termsVersion: z.string(),
    minAge: z.int(),
    /** Where the mails of a sandbox can be read. */
    mailbox: z.nullable(z.string()),
  }),
  refusals: [],
})

export const register = post('/swx/customer/login/register', {
  summary: 'Open an account; the e-mail is proved by its code.',
  request: z.strictObject({
    username: z.optional(account),
    email: mainAccount,
    password,
    confirm: password,
    code: z.string().check(z.maxLength(16)),
    inviteCode: z.optional(z.string().check(z.maxLength(32))),
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    adult: z.boolean(),
    termsVersion: z.string().check(z.maxLength(32)),
    lang: z.string().check(z.maxLength(8)),
  }),
  result: signedInResponse,
  refusals: [
    'accountRequired',
    'emailMalformed',
    'usernameMalformed',
    'usernameTaken',
    'emailTaken',
    'codeWrong',
    'underage',
    'notInYourCountry',
  ],
})

export const login = post('/swx/customer/login/login', {
  summary: 'Sign in by user name or e-mail and password, or by a passkey alone.',
  request: z.strictObject({ account: mainAccount, password: z._default(password, ''), ...factorFields }),
  result: signedInResponse,
  refusals: [
    'accountRequired',
    'emailMalformed',
    'usernameMalformed',
    'credentialsWrong',
    'accountBlocked',
    'codeWrong',
    'proofNeeded',
  ],
})

export const logout = post('/swx/customer/login/logout', {
  summary: 'End this session on the server.',
  signedIn: true,
  request: nothing,
  result: z.object({}),
  refusals: [],
})

/** The specification's area codes, which a picker has first; any other that E.164 knows is taken as well. */
export const areaCodes = [
  '+1',
  '+49',
  '+55',
  '+60',
  '+61',
  '+64',
  '+65',
  '+66',
  '+81',
  '+86',
  '+91',
  '+852',
  '+886',
] as const

/**
 * A phone number as people write it, without spaces, brackets, dots and dashes. `(0)` stays, and is no phone: most countries
 * leave it out behind the country code, Italy does not.
 */
export const phoneInOnePiece = (text: string): string => text.replace(/(?!\(0\))[ ().-]/g, '')

/** A phone as it is kept: E.164, at most fifteen digits with the country code's and nothing between them. */
export const phoneForm = /^\+[1-9][0-9]{6,14}$/

export const updateProfile = post('/swx/customer/user/updateProfile', {
  summary:
    'Change user name, phone or e-mail; what is left out stays. A new e-mail needs a recent proof and the code of scene `email` that went to it, and ends every other session.',
  signedIn: true,
  request: z.strictObject({
    username: z.optional(account),
    /** Null takes it away. */
    phone: z.optional(z.nullable(z.string().check(z.maxLength(24)))),
    email: z.optional(account),
    code: z.optional(z.string().check(z.maxLength(16))),
  }),
  /** A new token where the e-mail was changed; else the same. */
  result: signedInResponse,
  refusals: [
    'accountRequired',
    'emailMalformed',
    'usernameMalformed',
    'usernameTaken',
    'emailTaken',
    'codeWrong',
    'proofNeeded',
  ],
  notice: 'modified',
})

export const getUserInfo = post('/swx/customer/user/getUserInfo', {
  summary: "The signed-in customer, with the call's own token.",
  signedIn: true,
  request: nothing,
  result: user,
  refusals: ['customerNotFound'],
})

const balance = z.object({ asset: z.string(), free: decimalText, held: decimalText })
export const accounts = get('/swx/customer/user/accounts', {
  summary: 'Balances of both accounts.',
  signedIn: true,
  keys: 'read',
  request: nothing,
  result: z.object({ virtual: z.array(balance), real: z.array(balance), loan: z.array(balance) }),
  refusals: [],
})

export const resetVirtual = post('/swx/customer/user/virtual/reset', {
  summary: 'Bring the free virtual balance to 10 000 by one entry; five a day; open orders run on.',
  signedIn: true,
  keys: 'trade',
  virtualKeys: true,
  request: nothing,
  result: z.array(balance),
  refusals: ['keyReused'],
})
