import type { PasskeyCredential, PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { isAway, sqlState } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AuthDeps } from '../index.ts'
import type { ChallengeFor, Vault } from './vault.ts'
import { takeChallenge, type Passkey } from './passkeys.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// The library costs a third of a second to load and few customers need it, so it comes with the first passkey.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE numbers of the signatures we take: Ed25519, P-256, RSA. Every device makes one of them. */
export const algorithms = [-8, -7, -257]
export const challengeMs = 5 * minuteMs

/** The page that passkeys are for: whatever is signed for another page is worth nothing here. */
export type Site = { readonly origin: string; readonly rpId: string }

/** The address customers know; a sandbox without one is where it was called. */
export function siteOf({ publicUrl }: Pick<AuthDeps, 'publicUrl'>, { requester }: Call): Site {
  const address = publicUrl ?? requester.origin
  const { origin, hostname } = new URL(URL.canParse(address) ? address : 'http://localhost')
  return { origin, rpId: hostname }
}

export type Checking = Pick<AuthDeps, 'db' | 'clock' | 'log' | 'publicUrl'> & { vault: Vault }

/** True once for a challenge that we gave for this at most five minutes ago. */
async function takeOwn({ db, clock, vault }: Checking, params: ChallengeFor, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const until = vault.challengeEnd(params, bytes)
  if (until === undefined || clock.now() >= until || until > clock.now() + challengeMs) return false
  return takeChallenge(db, { challenge: bytes, until })
}

type Answered = { passkeyCredential: PasskeyCredential; passkey: Passkey; asked: ChallengeFor }

/**
 * The new counter of a passkey that has signed our challenge for our page with its user verified; undefined where
 * anything of that is not so. The challenge is used up by the try.
 */
export async function checkResponse(
  deps: Checking,
  { passkeyCredential, passkey, asked }: Answered,
  call: Call,
): Promise<bigint | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, rpId } = siteOf(deps, call)
  const { userHandle, ...response } = passkeyCredential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkeyCredential,
        clientExtensionResults: {},
        response: { ...response, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
      },
      expectedChallenge: (challenge) => takeOwn(deps, asked, challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkeyCredential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    })
    return verified ? BigInt(authenticationInfo.newCounter) : undefined
  } catch (cause) {
    return refused(deps, cause)
  }
}

export type Made = { credentialId: Buffer; publicKey: Buffer; counter: bigint }

/** The public key of a passkey that was just made for our challenge and page; undefined where it was not. */
export async function checkMade(
  deps: Checking,
  { made, asked }: { made: PasskeyMade; asked: ChallengeFor },
  call: Call,
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { origin, rpId } = siteOf(deps, call)
  try {
    if (!(await vouchesForNobody(made))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {}, response: bare(made) },
      expectedChallenge: (challenge) => takeOwn(deps, asked, challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo === undefined) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
    }
  } catch (cause) {
    return refused(deps, cause)
  }
}

const bare = ({ response: { clientDataJSON, attestationObject } }: PasskeyMade) => ({
  clientDataJSON,
  attestationObject,
})

/**
 * True where no maker's certificate comes along. We ask for none and would trust none; to check one, addresses inside it
 * would be fetched, and whoever made the certificate chose them.
 */
async function vouchesForNobody({ response }: PasskeyMade): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** What the library throws is about what the caller sent; what the database throws is not, and goes on. */
function refused({ log }: Checking, cause: unknown): undefined {
  if (sqlState(cause) !== undefined || isAway(cause)) throw cause
  log.info({ cause: String(cause) }, 'a passkey was refused')
  return undefined
}
