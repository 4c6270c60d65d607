import { approvalChallenge, approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import { base64url } from '@evenhand/ui/passkey.ts'
import { signByPasskey, signBySoftware } from '../lib/authenticator.ts'

/** The hash that is signed, computed here from what is shown, never received. */
export const payloadHash = (payload: ApprovalPayload): string => approvalHash(payload, nobleCrypto)

/** True where a sandbox's software authenticator stands in for the passkeys of this operator. */
export const signsBySoftware = ({ operator }: SignedInOperator): boolean =>
  operator.passkeys.some(({ software }) => software)

/** The operator's passkey over the hash of exactly this payload. Throws PasskeyFailed where the operator does not go on. */
export function signPayload(by: SignedInOperator, payload: ApprovalPayload): Promise<Assertion> {
  const challenge = base64url(approvalChallenge(payload, nobleCrypto))
  return signsBySoftware(by)
    ? signBySoftware(by.operator.name, challenge)
    : signByPasskey({ challenge, credentialIds: by.operator.passkeys.map(({ credentialId }) => credentialId) })
}
