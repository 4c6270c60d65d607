import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { isAway, sqlState } from '../db/db.ts'

// The library costs a third of a second to load, so it comes with the first passkey.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE numbers of the accepted signature algorithms: Ed25519, P-256, RSA. Every device makes one of them. */
export const passkeyAlgorithms = [-8, -7, -257]
/** How long a challenge can be signed. */
export const challengeMs = 5 * minuteMs

type Site = {
  /** Scheme and host of the page that the passkey was registered for. */
  origin: string
  /** Called with the reason where the library refuses what was sent. */
  onRefused?: (cause: unknown) => void
}
/** Whether a challenge (base64url) is the expected one; a challenge that counts once is used up by this call. */
type IsChallenge = (challenge: string) => Promise<boolean> | boolean

export type AssertionParams = Site & {
  given: Assertion
  /** The passkey's public key in COSE form, as it was registered. */
  publicKey: Uint8Array
  /** The passkey's signature counter at its last use; 0 where assertions are verified again later. */
  counter?: bigint
  isChallenge: IsChallenge
}

/** The library throws for what was sent: another challenge, another page, no verified user. The database's errors go on. */
function refused(cause: unknown, { onRefused }: Pick<Site, 'onRefused'>): undefined {
  if (sqlState(cause) !== undefined || isAway(cause)) throw cause
  onRefused?.(cause)
  return undefined
}

/**
 * Verifies that a passkey has signed the expected challenge for this page with its user verified. Returns its new
 * counter, or undefined where any of that does not hold.
 */
export async function verifyAssertion(params: AssertionParams): Promise<bigint | undefined> {
  const { given, publicKey, counter = 0n, isChallenge, origin } = params
  const { verifyAuthenticationResponse } = await library()
  const { credentialId, ...response } = given
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      requireUserVerification: true,
    })
    return verified ? BigInt(authenticationInfo.newCounter) : undefined
  } catch (cause) {
    return refused(cause, params)
  }
}

export type ApprovalCheck = Pick<AssertionParams, 'given' | 'publicKey' | 'origin'> & {
  /** The 32 bytes that must have been signed, as hexadecimal digits: `approvalHash(payload)`. */
  challenge: string
}

/**
 * Whether a passkey has signed this challenge for this page with its user verified. Does not check whose passkey it is or
 * whether that operator may approve. Approvals are verified again later, so the counter proves nothing and is ignored.
 */
export async function isAssertion({ challenge, ...params }: ApprovalCheck): Promise<boolean> {
  const expected = Buffer.from(challenge, 'hex').toString('base64url')
  return (await verifyAssertion({ ...params, isChallenge: (given) => given === expected })) !== undefined
}

/**
 * Whether the attestation carries no manufacturer's certificate. None is requested and none would be trusted; checking one
 * would fetch addresses that stand inside it, which the sender of the certificate chose.
 */
async function hasNoCertificate({ response }: PasskeyMade): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

export type NewPasskey = { credentialId: Buffer; publicKey: Buffer; counter: bigint }

/**
 * Verifies a passkey that was just made for the expected challenge and this page with its user verified. Returns its
 * public key, or undefined where any of that does not hold.
 */
export async function verifyNewPasskey(
  params: Site & { made: PasskeyMade; isChallenge: IsChallenge },
): Promise<NewPasskey | undefined> {
  const { made, isChallenge, origin } = params
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject } = made.response
  try {
    if (!(await hasNoCertificate(made))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    if (!verified || registrationInfo === undefined) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
    }
  } catch (cause) {
    return refused(cause, params)
  }
}
