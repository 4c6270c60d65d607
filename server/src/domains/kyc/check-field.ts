import type { FieldCheck } from '@evenhand/protocol/identification-console.ts'
import { isFurther, reasonsOfField, type IdentificationField } from '@evenhand/protocol/identification.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { mustBeUnderReview } from './decide-identification.ts'
import { dropCheck, listChecks, putCheck, type ResubmitReason } from './field-checks.store.ts'
import type { Identification } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'

export type Check = {
  id: string
  field: IdentificationField
  state: 'CONFIRMED' | 'REFUSED' | 'OPEN'
  code?: ResubmitReason | undefined
}

/**
 * A reviewer's mark of one field, kept with the case until it is decided; returns all marks of the form. Words of
 * two reviewers come one after the other, and after a decision none. Refuses 40020 for a field that the form does not have
 * and for a reason that does not fit it, 40039, and 10019 for a form that is not under review.
 */
export async function checkField(
  { consoleDb, clock }: Pick<KycDeps, 'consoleDb' | 'clock'>,
  { call, params }: { call: OperatorCall; params: Check },
): Promise<FieldCheck[]> {
  const { id, field } = params
  const code = mustFit(params)
  return consoleDb.transaction().execute(async (tx) => {
    const held = await mustBeUnderReview(tx, id)
    if (!hasField(held, field)) throw refuse('dataIncomplete', { fields: [{ field: 'field', reason: 'unknown' }] })
    const { operator } = call
    if (params.state === 'OPEN') await dropCheck(tx, { id, field, operatorId: operator.id })
    else await putCheck(tx, { id, field, operator, code, at: clock.now() })
    return listChecks(tx, held, operator.id)
  })
}

function mustFit({ field, state, code }: Check): ResubmitReason | null {
  const fits = state === 'REFUSED' ? code !== undefined && reasonsOfField[field].includes(code) : code === undefined
  if (!fits)
    throw refuse('dataIncomplete', { fields: [{ field: 'code', reason: code === undefined ? 'missing' : 'unknown' }] })
  return code ?? null
}

/** Whether a form has a field: not each has a reverse side, or further documents. */
export const hasField = ({ backFileId, further }: Identification, field: IdentificationField): boolean =>
  isFurther(field) ? further[field] !== undefined : field !== 'backFileId' || backFileId !== undefined
