import { minAge } from '@evenhand/protocol/accounts.ts'
import { isFurther, isOfAge, type DocumentNeed, type IdentificationReason } from '@evenhand/protocol/identification.ts'
import { kycFinalReasons, type IdentificationStatus, type KycReasonCode } from '@evenhand/protocol/states.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall, OperatorDeps } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { reviewSince, uncheckedFields } from './field-checks.store.ts'
import { findIdentification, moveIdentification, picturesOf, type Identification } from './identifications.store.ts'
import type { KycDb, KycDeps } from './kyc.deps.ts'
import { openProposals } from './proposals.store.ts'
import { openForm } from './encrypted-form.ts'
import { publishDecision } from './publish-decision.ts'

export type Decision = {
  id: string
  verdict: 'VERIFIED' | 'RESUBMIT'
  reasons: readonly IdentificationReason[]
  /** Further documents that the customer is to send. */
  needs?: readonly DocumentNeed[] | undefined
  /** For the record. */
  reason: string
}

/** Whether a reason ends an identification for good, which takes two persons. */
export const isFinal = (code: KycReasonCode): boolean => kycFinalReasons.some((one) => one === code)

/**
 * One operator's decision about a form under review: verified, or back to the customer with reasons by field and what further
 * documents are needed. Refuses 10019 in another state, where a second operator must decide its end, where this operator has
 * not opened every picture of it or not confirmed every field, and where the document verifies another customer already.
 */
export async function decideIdentification(
  deps: KycDeps,
  operators: OperatorDeps,
  { call, params }: { call: OperatorCall; params: Decision },
): Promise<{ status: IdentificationStatus }> {
  mustFit(params)
  const at = deps.clock.now()
  const moved = await guarded(() =>
    deps.consoleDb.transaction().execute(async (tx) => {
      const held = await mustBeUnderReview(tx, params.id)
      if (params.verdict === 'VERIFIED') {
        await mustHaveViewed(deps, tx, { held, operatorId: call.operator.id })
        await mustHaveChecked(tx, { held, operatorId: call.operator.id })
        mustStillHold(deps, held)
      }
      mustBeAbout(params, held)
      const { id, reasons, needs = [] } = params
      await moveIdentification(tx, {
        id,
        reasons,
        needs,
        from: 'PENDING_REVIEW',
        to: params.verdict,
        at,
        by: call.operator.id,
      })
      await operators.recordAuditEntry(tx, call, {
        act: params.verdict === 'VERIFIED' ? 'kyc.verify' : 'kyc.resubmit',
        subject: `identification:${params.id}`,
        customerId: held.customerId,
        reason: params.reason,
        before: { status: held.status },
        after: {
          status: params.verdict,
          reasons: reasons.map(({ field, code, text = '' }) => ({ field, code, text })),
          needs: needs.map(({ field, text = '' }) => ({ field, text })),
        },
      })
      await publishDecision(deps, tx, { form: held, status: params.verdict, at })
      return held
    }),
  )
  // The country may be another: every session is read anew.
  await deps.changed(moved.customerId)
  return { status: params.verdict }
}

function mustFit({ verdict, reasons, needs = [] }: Decision): void {
  const remarks = reasons.length + needs.length
  const isTwice = new Set(needs.map(({ field }) => field)).size < needs.length
  const wrong =
    verdict === 'VERIFIED' ? remarks > 0 : remarks === 0 || isTwice || reasons.some(({ code }) => isFinal(code))
  if (wrong)
    throw refuse('dataIncomplete', {
      fields: [{ field: 'reasons', reason: reasons.length === 0 ? 'missing' : 'malformed' }],
    })
}

/** A further document is requested before it can be refused. */
function mustBeAbout({ reasons }: Decision, { further }: Identification): void {
  if (reasons.some(({ field }) => isFurther(field) && further[field] === undefined))
    throw refuse('dataIncomplete', { fields: [{ field: 'reasons', reason: 'unknown' }] })
}

/** The form, held until the transaction ends; refuses 40039, and 10019 where it is not under review or a second operator must decide. */
export async function mustBeUnderReview(tx: KycDb, id: string): Promise<Identification> {
  const held = await findIdentification(tx, { id, hold: true })
  if (held === undefined) throw refuse('notFound')
  if (held.status !== 'PENDING_REVIEW') throw refuse('identificationState', { status: held.status })
  if ((await openProposals(tx, { identificationId: id })).length > 0)
    throw refuse('identificationState', { status: held.status, proposed: true })
  return held
}

/** No customer is verified unseen. A form that an appeal brought back is reviewed anew, whatever was seen of it before. */
async function mustHaveViewed(
  { files }: Pick<KycDeps, 'files'>,
  tx: KycDb,
  { held, operatorId }: { held: Identification; operatorId: string },
): Promise<void> {
  if (!(await files.hasOpened(operatorId, { ids: picturesOf(held), since: reviewSince(held) }, tx)))
    throw refuse('identificationState', { status: held.status, reason: 'PICTURES_NOT_OPENED' })
}

/** Each field by itself, by the one who verifies; the database holds the same. */
async function mustHaveChecked(
  tx: KycDb,
  { held, operatorId }: { held: Identification; operatorId: string },
): Promise<void> {
  const fields = await uncheckedFields(tx, { id: held.id, operatorId })
  if (fields.length > 0)
    throw refuse('identificationState', { status: held.status, reason: 'FIELDS_NOT_CHECKED', fields })
}

/** What was sent days ago is checked as of today. */
function mustStillHold({ clock, keys }: Pick<KycDeps, 'clock' | 'keys'>, held: Identification): void {
  const today = utcDay(clock.now())
  if (held.docExpiry < today) throw refuse('identificationState', { status: held.status, reason: 'DOC_EXPIRED' })
  if (!isOfAge(openForm(keys, held).birthDate, today)) throw refuse('underage', { minAge })
}

/** The database holds that a document verifies one customer. */
export async function guarded<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (cause) {
    if (sqlState(cause) === '23505')
      throw refuse('identificationState', { status: 'PENDING_REVIEW', reason: 'DUPLICATE_IDENTITY' })
    throw cause
  }
}
