import * as z from 'zod/mini'
import {
  assertion,
  operatorGet,
  operatorPost,
  operatorRoles,
  searchText,
  type OperatorRoute,
} from './operator-route.ts'
import { passkeyChallenge, passkeyCreation, passkeyMade } from './passkey-shapes.ts'
import { post } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'

/** Letters, digits and a few marks, from the third sign on; an operator's name is written in the record. */
export const operatorNameForm = /^[a-z0-9][a-z0-9._-]{2,39}$/
export const operatorName = z.string().check(z.regex(operatorNameForm))
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const password = z.string().check(z.minLength(1), z.maxLength(256))

const everyone = [...operatorRoles]

/** An operator as the console shows him. `credentialIds` are base64url, for `allowCredentials` of an approval. */
const own = z.object({
  id,
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  sandbox: z.boolean(),
  otp: z.boolean(),
  absentUntil: z.nullable(epochMs),
  passkeys: z.array(z.object({ credentialId: z.string(), name: z.string(), software: z.boolean() })),
})
export type OwnOperator = z.output<typeof own>

/** What a signed-in console knows of itself. `csrf` goes into the header `x-csrf` of every call that is not a GET. */
const signedIn = z.object({
  operator: own,
  csrf: z.string(),
  /** After so long without a call, and at the latest at `endsAt`, the session is over. */
  idleMs: z.int(),
  endsAt: epochMs,
  /** `METHOD path` of every call these roles may make. */
  may: z.array(z.string()),
  mode: z.enum(['sandbox', 'live']),
})
export type SignedInOperator = z.output<typeof signedIn>

// These three come before sign-in: no role opens them.

export const operatorLogin = operatorPost('/swx/admin/login', {
  summary: 'Sign in with password and second factor.',
  roles: [],
  does: 'act',
  /** Without `otp` and `passkey`: 40036 with what is accepted and the challenge for a passkey. */
  request: z.strictObject({
    name: searchText(60),
    password,
    otp: z.optional(z.string().check(z.maxLength(16))),
    passkey: z.optional(assertion),
  }),
  result: signedIn,
  refusals: ['credentialsWrong', 'codeWrong', 'proofNeeded', 'accountRestricted'],
})

export const beginSetUp = operatorPost('/swx/admin/setup/begin', {
  summary: 'Open the set-up of a new operator by the one-time secret.',
  roles: [],
  does: 'read',
  request: z.strictObject({ secret }),
  result: z.object({
    name: z.string(),
    roles: z.array(z.enum(operatorRoles)),
    /** A role that approves needs a passkey; others may take an app. */
    passkeyNeeded: z.boolean(),
    otp: z.object({ secret: z.string(), uri: z.string() }),
    passkey: passkeyCreation,
    endsAt: epochMs,
  }),
  refusals: ['notFound'],
})

export const finishSetUp = operatorPost('/swx/admin/setup', {
  summary: 'Set the password and the second factor of a new operator, once.',
  roles: [],
  does: 'act',
  request: z.strictObject({
    secret,
    password: z.string().check(z.minLength(12), z.maxLength(256)),
    code: z.optional(z.string().check(z.maxLength(16))),
    passkey: z.optional(passkeyMade),
  }),
  result: nothing,
  refusals: ['notFound', 'codeWrong', 'proofNeeded'],
})

export const operatorMe = operatorGet('/swx/admin/me', {
  summary: 'Shows who is signed in, with which roles, until when.',
  roles: everyone,
  does: 'read',
  request: nothing,
  result: signedIn,
  refusals: [],
})

export const operatorLogout = operatorPost('/swx/admin/logout', {
  summary: 'Signs out and ends the session.',
  roles: everyone,
  does: 'act',
  request: nothing,
  result: nothing,
  refusals: [],
})

export const operatorSessions = operatorGet('/swx/admin/sessions', {
  summary: 'Lists the operator’s own open sessions; for a superadmin, those of all operators.',
  roles: everyone,
  does: 'read',
  request: nothing,
  result: z.array(
    z.object({
      id,
      operator: z.string(),
      createdAt: epochMs,
      usedAt: epochMs,
      ip: z.string(),
      userAgent: z.string(),
      current: z.boolean(),
    }),
  ),
  refusals: [],
})

export const endOperatorSession = operatorPost('/swx/admin/sessions/end', {
  summary: 'Ends an own session; a superadmin may end any.',
  roles: everyone,
  does: 'act',
  request: z.strictObject({ id }),
  result: nothing,
  refusals: ['notFound'],
})

/** The challenge inside a 40036 of the sign-in. */
export const operatorChallenge = passkeyChallenge

const signRequest = z.strictObject({ name: operatorName, challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) })

/** A sandbox's operators have a labelled software authenticator; by this the console's page lets it sign. */
export const signSandboxChallenge: OperatorRoute<typeof signRequest, typeof assertion> = {
  ...post<typeof signRequest, typeof assertion>('/sandbox/operator-authenticator', {
    summary: 'Sign a challenge with the software authenticator of an operator of the sandbox. Does not exist in live.',
    request: signRequest,
    result: assertion,
    refusals: ['notFound'],
  }),
  roles: [],
  does: 'act',
}

/** At most so many days of absence at once. */
export const maxAbsenceDays = 90
export const setAbsence = operatorPost('/swx/admin/operators/absence', {
  summary: 'Says until when oneself is absent; a superadmin may say it of others.',
  roles: everyone,
  does: 'act',
  /** `operator`: the name of another. `until` null: present again. */
  request: z.strictObject({ operator: z.optional(operatorName), until: z.nullable(epochMs) }),
  result: z.object({ absentUntil: z.nullable(epochMs) }),
  refusals: ['notFound', 'dataIncomplete', 'accountRestricted'],
})
