import * as z from 'zod/mini'
import { signedInResponse } from './accounts.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post, remove } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** Who vouches for an e-mail address by OpenID Connect. */
export const socialProviders = ['google', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]

const provider = z.enum(socialProviders)
const token = z.string().check(z.maxLength(64))
const inviteCode = z.optional(z.string().check(z.maxLength(32)))

/** What the provider sent the browser back with. `iss` where there was one: it is checked, and never needed. */
const comingBack = {
  code: z.string().check(z.minLength(1), z.maxLength(2048)),
  state: z.string().check(z.maxLength(128)),
  iss: z.optional(z.string().check(z.maxLength(512))),
}

export const listProviders = get('/swx/customer/login/social', {
  summary:
    'The providers one can sign in with here; a simulated one vouches for anybody and exists in a sandbox alone.',
  request: z.object({}),
  result: z.array(z.object({ provider, simulated: z.boolean() })),
  refusals: [],
})

export const startSocial = get('/swx/customer/login/social/:provider/start', {
  summary: 'Begin signing in, or linking, with a provider: the address to open in this browser within ten minutes.',
  request: z.object({
    provider,
    /** `link` adds the provider to the account that is signed in. */
    purpose: z._default(z.enum(['signIn', 'link']), 'signIn'),
    lang: z.optional(z.string()),
  }),
  result: z.object({ url: z.string() }),
  refusals: [],
})

const signIn = {
  request: z.strictObject({ ...comingBack, inviteCode }),
  result: signedInResponse,
  refusals: ['accountBlocked', 'credentialsWrong', 'providerLinkNeeded', 'proofNeeded'],
} as const

export const loginByGoogle = post('/swx/customer/login/loginByGoogle', {
  summary: 'Sign in with what Google sent back; without an account 40020 with what opening one needs.',
  ...signIn,
})

export const loginByApple = post('/swx/customer/login/loginByApple', {
  summary: 'Sign in with what Apple sent back; without an account 40020 with what opening one needs.',
  ...signIn,
})

export const continueSocial = post('/swx/customer/login/continueSocial', {
  summary: 'Finish a sign-in with a provider that waits for the second factor.',
  request: z.strictObject({ signInToken: token, ...factorFields }),
  result: signedInResponse,
  refusals: ['accountBlocked', 'credentialsWrong', 'codeWrong', 'proofNeeded'],
})

export const registerSocial = post('/swx/customer/login/registerSocial', {
  summary: 'Open an account for an e-mail that a provider has vouched for; it has no password.',
  request: z.strictObject({
    registrationToken: token,
    username: z.optional(z.string().check(z.maxLength(254))),
    inviteCode,
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    adult: z.boolean(),
    termsVersion: z.string().check(z.maxLength(32)),
    lang: z.string().check(z.maxLength(8)),
  }),
  result: signedInResponse,
  refusals: ['usernameMalformed', 'usernameTaken', 'emailTaken', 'underage', 'notInYourCountry'],
})

export const linkSocial = post('/swx/customer/login/linkSocial', {
  summary: "Link a provider to the account its e-mail belongs to, by the account's password or a code of scene link.",
  request: z.strictObject({
    linkToken: token,
    password: z.optional(z.string().check(z.maxLength(1024))),
    code: z.optional(z.string().check(z.maxLength(16))),
    ...factorFields,
  }),
  result: signedInResponse,
  refusals: ['credentialsWrong', 'codeWrong', 'accountBlocked', 'proofNeeded'],
})

const linked = z.object({
  provider,
  linkedAt: epochMs,
  /** False while it is the only way to sign in. */
  removable: z.boolean(),
})
export type LinkedProvider = z.output<typeof linked>

export const listLinked = get('/swx/customer/user/social', {
  summary: 'The providers that are linked to this account.',
  signedIn: true,
  request: nothing,
  result: z.array(linked),
  refusals: [],
})

/** A new token, since every session has ended with the change; and what is linked now. */
const linkedNow = z.extend(signedInResponse, { linked: z.array(linked) })

export const addLinked = post('/swx/customer/user/social/:provider', {
  summary: 'Link a provider to the account that is signed in, with what the provider sent back.',
  signedIn: true,
  proof: true,
  request: z.strictObject({ provider, ...comingBack }),
  result: linkedNow,
  refusals: [],
  notice: 'modified',
})

export const removeLinked = remove('/swx/customer/user/social/:provider', {
  summary: 'Unlink a provider; never the last way to sign in.',
  signedIn: true,
  proof: true,
  request: z.object({ provider }),
  result: linkedNow,
  refusals: ['notFound'],
  notice: 'deleted',
})
