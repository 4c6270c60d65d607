import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'

/**
 * By what an operation is refused that needs a verified identity: 10022 to who never sent one, 30003 with the state while it is
 * pending, rejected or expired; undefined where it is verified.
 */
export function identityRefusal(status: IdentificationStatus): Refusal | undefined {
  if (status === 'VERIFIED') return undefined
  return status === 'NOT_VERIFIED' ? refuse('notVerifiedYet') : refuse('verificationNotValid', { status })
}
