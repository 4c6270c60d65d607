import { approvalHash } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { assertion } from '@evenhand/protocol/operator-route.ts'
import * as z from 'zod/mini'
import { isAssertion } from '../../kernel/crypto/passkey-verification.ts'
import type { CauseFinding } from './audit-causes.ts'

/** A row of a `SignedCause`. */
export type SignedRow = {
  at: string
  act: string
  subject: string
  names: string[]
  values: string[]
  hash: string | null
  assertion: unknown
  publicKey: Buffer | null
  origin: string | null
}

const challengeOf = (clientDataJSON: string): unknown => {
  try {
    return (JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }).challenge
  } catch {
    return undefined
  }
}

/** Names the row whose values are not the ones that its hash and its passkey's signature are over. */
export async function auditSigned(row: SignedRow): Promise<CauseFinding[]> {
  const { at, act, subject, names, values, hash, publicKey, origin } = row
  const fields = names.map((name, index) => [name, values[index] ?? ''] as const)
  const challenge = approvalHash({ act, subject, fields }, nodeCrypto)
  if (hash !== null && hash !== challenge) return [{ at, expected: hash, found: `values of the hash ${challenge}` }]
  if (row.assertion === null) return []
  const given = z.safeParse(z.object(assertion.shape), row.assertion)
  const signed = given.success ? challengeOf(given.data.clientDataJSON) : undefined
  if (!given.success || signed !== Buffer.from(challenge, 'hex').toString('base64url'))
    return [{ at, found: 'signed over other values' }]
  if (publicKey === null || origin === null)
    return [{ at, found: 'signed by a passkey that this operator does not have' }]
  const proved = await isAssertion({ given: given.data, publicKey, challenge, origin })
  return proved ? [] : [{ at, found: 'not signed by the passkey it names' }]
}
