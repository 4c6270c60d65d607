import * as z from 'zod/mini'
import { password, signedInResponse } from './accounts.ts'
import { factorFields, passkeyChallenge, passkeyCreation, passkeyMade } from './passkey-shapes.ts'
import { get, post } from './route.ts'
import { socialProviders } from './social.ts'
import { epochMs, id, nothing } from './shapes.ts'

/** A proof of who sits at a session counts for so many minutes. */
export const proofMinutes = 10
/** How many one-time codes for a lost second factor a customer is given. */
export const recoveryCodeCount = 10
/** A customer has at most so many passkeys, whose names have so many characters. */
export const passkeyLimits = { max: 10, name: 40 } as const

/**
 * By what a customer can prove an identity; a recovery code goes where a code of the app goes, in `otp`. `code` is one that
 * was mailed for this very action.
 */
export const proofWays = ['password', 'otp', 'passkey', 'recovery', 'code'] as const
export type ProofWay = (typeof proofWays)[number]

/**
 * What refusal 40036 carries: what would be accepted, and where a passkey is, what it must sign. `accepts` is empty for
 * a customer who has neither password nor second factor and must set a password first.
 */
export type ProofNeeded = { accepts: ProofWay[]; challenge?: z.output<typeof passkeyChallenge> }

const passkey = z.object({ id, name: z.string(), createdAt: epochMs, lastUsedAt: z.nullable(epochMs) })

export const security = get('/swx/customer/user/security', {
  summary: 'How this account is protected.',
  signedIn: true,
  request: nothing,
  result: z.object({
    password: z.boolean(),
    /** Whether an app makes codes for this account. */
    otp: z.boolean(),
    passkeys: z.array(passkey),
    /** One-time codes that are left for a lost second factor. */
    recoveryLeft: z.int(),
    antiPhishing: z.boolean(),
    social: z.array(z.enum(socialProviders)),
    /** Until when the last proof of this session counts; null where there is none. */
    provedUntil: z.nullable(epochMs),
  }),
  refusals: [],
})

export const prove = post('/swx/customer/user/proof', {
  summary:
    'Prove who sits at this session, for ten minutes: by password, code of the app, recovery code or passkey. Empty, it answers 40036 with what is accepted and a challenge.',
  signedIn: true,
  request: z.strictObject({ password: z.optional(password), ...factorFields }),
  result: z.object({ until: epochMs }),
  refusals: ['credentialsWrong', 'codeWrong', 'proofNeeded'],
})

/** A new token, since the old session has ended with all others. */
const changed = { result: signedInResponse, notice: 'modified' } as const
const recoveryCodes = z.array(z.string())

export const setUpOtp = post('/swx/customer/user/otp/setup', {
  summary: 'Make a secret for an app; it is shown this once and counts from `enable` on.',
  signedIn: true,
  proof: 'factor',
  request: nothing,
  result: z.object({ secret: z.string(), uri: z.string() }),
  refusals: [],
})

export const enableOtp = post('/swx/customer/user/otp/enable', {
  summary: 'Ask for codes of the app from now on, after a first right one. Answers ten recovery codes, once.',
  signedIn: true,
  proof: 'factor',
  request: z.strictObject({ code: z.string().check(z.maxLength(16)) }),
  result: z.extend(signedInResponse, { recoveryCodes }),
  notice: 'modified',
  refusals: ['codeWrong'],
})

export const disableOtp = post('/swx/customer/user/otp/disable', {
  ...changed,
  summary: 'Ask for codes of the app no more.',
  signedIn: true,
  proof: 'factor',
  request: nothing,
  refusals: ['notFound'],
})

export const passkeyOptions = post('/swx/customer/user/passkey/options', {
  summary: 'What a browser needs to make a passkey; good for five minutes.',
  signedIn: true,
  proof: 'factor',
  request: nothing,
  result: passkeyCreation,
  refusals: [],
})

export const registerPasskey = post('/swx/customer/user/passkey/register', {
  summary: 'Keep the passkey that the browser made. The first second factor comes with ten recovery codes.',
  signedIn: true,
  proof: 'factor',
  request: z.strictObject({ name: z.optional(z.string().check(z.maxLength(200))), passkey: passkeyMade }),
  result: z.extend(signedInResponse, { passkey, recoveryCodes: z.nullable(recoveryCodes) }),
  notice: 'modified',
  refusals: ['codeWrong'],
})

export const removePasskey = post('/swx/customer/user/passkey/remove', {
  summary: 'Forget a passkey.',
  signedIn: true,
  proof: 'factor',
  request: z.strictObject({ id }),
  result: signedInResponse,
  notice: 'deleted',
  refusals: ['notFound'],
})

export const renewRecoveryCodes = post('/swx/customer/user/recoveryCodes', {
  summary: 'Ten new recovery codes; those before them are worth nothing. 40039 without a second factor.',
  signedIn: true,
  proof: 'factor',
  request: nothing,
  result: z.extend(signedInResponse, { recoveryCodes }),
  notice: 'modified',
  refusals: ['notFound'],
})

export const passkeySignIn = post('/swx/customer/login/passkey/options', {
  summary: 'What a browser needs to sign in by passkey alone: its answer goes to login, without account and password.',
  request: nothing,
  result: passkeyChallenge,
  refusals: [],
})
