import { maxAttempts, type CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { takesIdentification } from '@evenhand/protocol/states.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import type { Identification } from './identifications.store.ts'
import { openForm } from './encrypted-form.ts'

/** Forms a customer may still send after this one; a verification begins the count anew. */
export function attemptsLeft(last: Identification | undefined): number {
  if (last === undefined || last.status === 'EXPIRED' || last.status === 'VERIFIED') return maxAttempts
  return takesIdentification.includes(last.status) || last.status === 'PENDING_REVIEW' ? maxAttempts - last.attempt : 0
}

/** Reviewed first, because its time has passed. */
export const isEscalated = ({ status, escalatedAt, dueAt }: Identification, now: number): boolean =>
  status === 'PENDING_REVIEW' && (escalatedAt !== undefined || dueAt < now)

/** Where a customer stands, as the customer sees it. */
export function ownView(
  last: Identification | undefined,
  { keys, now }: { keys: Pick<WrappingKeys, 'open'>; now: number },
): CustomerIdentification {
  const left = attemptsLeft(last)
  if (last === undefined)
    return {
      status: 'NOT_VERIFIED',
      attemptsLeft: left,
      reasons: [],
      needs: [],
      attempt: null,
      submittedAt: null,
      dueAt: null,
      escalated: false,
      decidedAt: null,
      last: null,
    }
  const { docNumber, ...stated } = openForm(keys, last)
  return {
    status: last.status,
    attemptsLeft: left,
    reasons: last.reasons,
    needs: last.needs,
    attempt: last.attempt,
    submittedAt: last.submittedAt,
    dueAt: last.status === 'PENDING_REVIEW' ? last.dueAt : null,
    escalated: isEscalated(last, now),
    decidedAt: last.decidedAt ?? null,
    last: {
      ...stated,
      docNumberEnd: docNumber.slice(-3),
      frontFileId: last.frontFileId,
      backFileId: last.backFileId ?? null,
      holdingFileId: last.holdingFileId,
      further: last.further,
    },
  }
}
