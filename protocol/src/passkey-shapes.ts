import * as z from 'zod/mini'

// The JSON forms of WebAuthn level 3 (parseCreationOptionsFromJSON, toJSON of a credential): byte strings are base64url.
// Browsers add fields of their own to what they return, so those are left out here rather than refused.

const bytes = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.minLength(1), z.maxLength(max))
const credentialId = bytes(1400)
const named = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))

/** The assertion of a passkey for a challenge. */
export const passkeyCredential = z.object({
  ...named,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: z.nullish(bytes(128)),
  }),
})
export type PasskeyCredential = z.output<typeof passkeyCredential>

/** A passkey that a browser has just made. */
export const passkeyMade = z.object({
  ...named,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.optional(transports),
  }),
})
export type PasskeyMade = z.output<typeof passkeyMade>

/** What a sign-in or a reset may bring beside the first factor. A recovery code goes where a code of the app goes. */
export const factorFields = {
  otp: z.optional(z.string().check(z.maxLength(16))),
  passkey: z.optional(passkeyCredential),
}

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** For `navigator.credentials.get`: empty `allowCredentials` lets the customer choose any passkey of this site. */
export const passkeyChallenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
})
export type PasskeyChallenge = z.output<typeof passkeyChallenge>

/** For `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>
