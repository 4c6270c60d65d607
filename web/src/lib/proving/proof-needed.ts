import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { isRefused } from '../problem.ts'

/** What a repeated call brings to prove who calls: exactly one of them, or none to get what is accepted. */
export type Proof = { password?: string; otp?: string; passkey?: PasskeyCredential }

/** The proofs that refusal 40036 would accept; undefined for anything else. */
export function neededOf(problem: unknown): ProofNeeded | undefined {
  if (!isRefused(problem, 'proofNeeded')) return undefined
  const { accepts, challenge } = problem.params as Partial<ProofNeeded>
  return { accepts: Array.isArray(accepts) ? accepts : [], ...(challenge ? { challenge } : {}) }
}
