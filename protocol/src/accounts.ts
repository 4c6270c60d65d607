import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** The customer as the wire shows it. Which account is used is the browser's flag, not a field. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  fundPasswordSet: z.boolean(),
  kycStatus: z.string(),
  country: z.string(),
  creditScore: z.int(),
  tier: z.enum(['BASIC', 'VERIFIED']),
  lang: z.string(),
  colorScheme: z.string(),
  riseColor: z.string(),
  termsVersion: z.string(),
  inviteCode: z.string(),
  status: z.string(),
  createdAt: epochMs,
  /** The call's own token, so that a client which stores user info whole keeps its session. */
  token: z.string(),
})
export type User = z.output<typeof user>

const account = z.string().check(z.maxLength(254))
const password = z.string().check(z.maxLength(1024))
const signedIn = z.object({ token: z.string(), user })

export const checkUserNameOrPhone = get('/swx/customer/login/checkUserNameOrPhone', {
  summary: 'Whether a user name or e-mail is taken.',
  ask: z.object({ username: z.optional(account), email: z.optional(account), phone: z.optional(account) }),
  result: z.object({ exists: z.boolean() }),
  refusals: ['accountRequired', 'emailMalformed', 'usernameMalformed', 'phoneCodeUnsupported'],
})

export const sendCode = post('/swx/customer/login/sendCode', {
  summary: 'Send a six-digit code by e-mail for one purpose.',
  ask: z.strictObject({ to: account, scene: z.enum(['register', 'reset', 'login', 'withdraw', 'address', 'fundpwd', 'link', 'unfreeze']), quoteId: z.optional(z.string()) }),
  result: z.object({ expiresIn: z.int(), resendIn: z.int() }),
  refusals: ['accountRequired', 'emailMalformed', 'phoneCodeUnsupported', 'codeNotSent'],
})

export const register = post('/swx/customer/login/register', {
  summary: 'Open an account; the e-mail is proved by its code.',
  ask: z.strictObject({
    username: z.optional(account),
    email: account,
    password,
    confirm: password,
    code: z.string().check(z.maxLength(16)),
    inviteCode: z.optional(z.string().check(z.maxLength(32))),
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    adult: z.boolean(),
    termsVersion: z.string().check(z.maxLength(32)),
    lang: z.string().check(z.maxLength(8)),
  }),
  result: signedIn,
  refusals: ['accountRequired', 'emailMalformed', 'usernameMalformed', 'usernameTaken', 'emailTaken', 'codeWrong', 'underage', 'notInYourCountry'],
})

export const login = post('/swx/customer/login/login', {
  summary: 'Sign in by user name or e-mail.',
  ask: z.strictObject({ account, password, otp: z.optional(z.string().check(z.maxLength(16))) }),
  result: signedIn,
  refusals: ['accountRequired', 'emailMalformed', 'usernameMalformed', 'credentialsWrong', 'accountBlocked'],
})

export const logout = post('/swx/customer/login/logout', {
  summary: 'End this session on the server.',
  signedIn: true,
  ask: nothing,
  result: z.object({}),
  refusals: [],
})

export const getUserInfo = post('/swx/customer/user/getUserInfo', {
  summary: "The signed-in customer, with the call's own token.",
  signedIn: true,
  ask: nothing,
  result: user,
  refusals: ['customerNotFound'],
})

const balance = z.object({ asset: z.string(), free: decimalText, held: decimalText })
export const accounts = get('/swx/customer/user/accounts', {
  summary: 'Balances of both accounts.',
  signedIn: true,
  ask: nothing,
  result: z.object({ virtual: z.array(balance), real: z.array(balance), loan: z.array(balance) }),
  refusals: [],
})

export const resetVirtual = post('/swx/customer/user/virtual/reset', {
  summary: 'Bring the free virtual balance to 10 000 by one entry; five a day; open orders run on.',
  signedIn: true,
  ask: nothing,
  result: z.array(balance),
  refusals: ['keyReused'],
})
