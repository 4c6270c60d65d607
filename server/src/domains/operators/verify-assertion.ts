import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { isAssertion } from '../../kernel/crypto/passkey-verification.ts'
import type { OperatorCall, StoredAssertion } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { findOperator, type Passkey } from './operators.store.ts'

const challengeText = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

/** Whether one of an operator's passkeys has signed a challenge (hexadecimal digits) for the page it was made for. */
export async function holds(
  passkeys: readonly Passkey[],
  { given, challenge, origin }: { given: Assertion; challenge: string; origin: string },
): Promise<boolean> {
  const id = Buffer.from(given.credentialId, 'base64url')
  const passkey = passkeys.find(({ credentialId }) => credentialId.equals(id))
  if (passkey === undefined) return false
  return isAssertion({ given, publicKey: passkey.publicKey, challenge, origin: passkey.origin ?? origin })
}

/**
 * Checks that the calling operator's own passkey has signed exactly this payload, and returns what is kept beside the
 * approval. Refuses 40036 with the challenge where it has not: a payload that differs in one sign has another challenge.
 */
export async function verifyOperatorAssertion(
  { db }: { db: OperatorsDb },
  call: OperatorCall,
  { payload, given }: { payload: ApprovalPayload; given: Assertion },
): Promise<StoredAssertion> {
  const challenge = approvalHash(payload, nodeCrypto)
  const operator = await findOperator(db, { id: call.operator.id })
  const passkeys = operator?.passkeys ?? []
  if (!(await holds(passkeys, { given, challenge, origin: call.origin })))
    throw refuse('proofNeeded', { accepts: ['passkey'], challenge: challengeText(challenge) })
  return { ...given, operatorId: call.operator.id, payloadHash: challenge, origin: call.origin }
}
