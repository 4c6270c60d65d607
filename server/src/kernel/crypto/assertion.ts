import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { isAway, sqlState } from '../db/db.ts'

// The library costs a third of a second to load, so it comes with the first assertion.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE numbers of the signatures we take: Ed25519, P-256, RSA. Every device makes one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

export type AssertionCheck = {
  given: Assertion
  /** The passkey's public key in COSE form, as it was registered. */
  publicKey: Uint8Array
  /** The 32 bytes that must have been signed, as hexadecimal digits: `approvalHash(payload)`. */
  challenge: string
  /** Scheme and host of the page that the passkey was registered for. */
  origin: string
}

/**
 * True where a passkey has signed this challenge for this page with its user verified. Says nothing of who holds the
 * passkey or whether it may approve: that is the caller's to look up.
 */
export async function isAssertion({ given, publicKey, challenge, origin }: AssertionCheck): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library()
  const { credentialId, ...response } = given
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      },
      expectedChallenge: Buffer.from(challenge, 'hex').toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      // Assertions are looked at again later, so a counter that has moved on proves nothing.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified
  } catch {
    // The library throws for whatever does not hold: another challenge, another page, a user who was not verified.
    return false
  }
}

export type MadeCheck = { made: PasskeyMade; isChallenge: (challenge: string) => Promise<boolean>; origin: string }

/**
 * The public key of a passkey that was just made for our challenge and this page with its user verified; undefined where
 * it was not. A maker's certificate is refused: to check one, addresses inside it would be fetched.
 */
export async function readMadePasskey({
  made,
  isChallenge,
  origin,
}: MadeCheck): Promise<{ credentialId: Buffer; publicKey: Buffer } | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject } = await helpers()
  const { clientDataJSON, attestationObject } = made.response
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (decoded.get('fmt') !== 'none' && decoded.get('attStmt').get('x5c') !== undefined) return undefined
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
    }
  } catch (cause) {
    // What the library throws is about what was sent; what the database throws is not, and goes on.
    if (sqlState(cause) !== undefined || isAway(cause)) throw cause
    return undefined
  }
}
