import type { PasskeyCredential, PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { challengeMs, verifyAssertion, verifyNewPasskey } from '../../../kernel/crypto/passkey-verification.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { AuthDeps } from '../index.ts'
import type { ChallengeFor, Vault } from './vault.ts'
import { takeChallenge, type Passkey } from './passkeys.store.ts'

/** The page that passkeys are for: a signature for another page is refused. */
export type Site = { readonly origin: string; readonly rpId: string }

/** The site of the public address; a sandbox without one uses the address it was called at. */
export function siteOf({ publicUrl }: Pick<AuthDeps, 'publicUrl'>, { requester }: Call): Site {
  const address = publicUrl ?? requester.origin
  const { origin, hostname } = new URL(URL.canParse(address) ? address : 'http://localhost')
  return { origin, rpId: hostname }
}

export type VerifyDeps = Pick<AuthDeps, 'db' | 'clock' | 'log' | 'publicUrl'> & { vault: Vault }

/** True once for a challenge that was issued for this purpose at most five minutes ago. */
async function takeOwn({ db, clock, vault }: VerifyDeps, params: ChallengeFor, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const until = vault.challengeEnd(params, bytes)
  if (until === undefined || clock.now() >= until || until > clock.now() + challengeMs) return false
  return takeChallenge(db, { challenge: bytes, until })
}

/** The page, the challenge and the log line of a refusal, the same for both ceremonies. */
const ceremonyOf = (deps: VerifyDeps, issuedFor: ChallengeFor, call: Call) => ({
  origin: siteOf(deps, call).origin,
  isChallenge: (challenge: string) => takeOwn(deps, issuedFor, challenge),
  onRefused: (cause: unknown) => deps.log.info({ cause: String(cause) }, 'a passkey was refused'),
})

type Signed = { passkeyCredential: PasskeyCredential; passkey: Passkey; issuedFor: ChallengeFor }

/**
 * The new counter of a customer's passkey that has signed an issued challenge for this page with its user verified;
 * undefined where any of that does not hold. The try uses the challenge up.
 */
export async function checkResponse(
  deps: VerifyDeps,
  { passkeyCredential, passkey, issuedFor }: Signed,
  call: Call,
): Promise<bigint | undefined> {
  const { clientDataJSON, authenticatorData, signature } = passkeyCredential.response
  return verifyAssertion({
    ...ceremonyOf(deps, issuedFor, call),
    given: { credentialId: passkeyCredential.id, clientDataJSON, authenticatorData, signature },
    publicKey: passkey.publicKey,
    counter: passkey.counter,
  })
}

/** The key of a passkey that was just made for an issued challenge and this page; undefined where it was not. */
export const checkMade = (
  deps: VerifyDeps,
  { made, issuedFor }: { made: PasskeyMade; issuedFor: ChallengeFor },
  call: Call,
) => verifyNewPasskey({ ...ceremonyOf(deps, issuedFor, call), made })
