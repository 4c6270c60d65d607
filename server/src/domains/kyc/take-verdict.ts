import { isOfAge } from '@evenhand/protocol/identification.ts'
import { kycFinalReasons } from '@evenhand/protocol/states.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { sqlState } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { isFinal } from './decide-identification.ts'
import { findIdentification, moveIdentification, type Identification } from './identifications.store.ts'
import type { KycDb, KycDeps } from './kyc.deps.ts'
import { noteVerdict } from './provider-cases.store.ts'
import { insertProposal, openProposals } from './proposals.store.ts'
import type { IdentityCheck, Verdict } from './providers/identity-check.ts'
import { openForm } from './encrypted-form.ts'
import { publishDecision } from './publish-decision.ts'

/**
 * Applies a provider's verdict, once: verified, or back to the customer. An end for good is a proposal that one of our people
 * confirms. What gives no reason we know, or is against the database's own rules, is left to a person. Returns false for a
 * form that we know nothing of.
 */
export async function takeVerdict(deps: KycDeps, { name }: IdentityCheck, verdict: Verdict): Promise<boolean> {
  const at = deps.clock.now()
  const { reference, outcome, reasons } = verdict
  const id = await noteVerdict(deps.consoleDb, { provider: name, reference, verdict: outcome, reasons, at })
  if (id === undefined) return false
  if (outcome === 'LAPSED') return true
  try {
    const moved = await deps.consoleDb.transaction().execute(async (tx) => {
      const applied = await apply(deps, tx, { id, at, name, verdict })
      if (applied !== undefined) await publishDecision(deps, tx, { form: applied.form, status: applied.to, at })
      return applied
    })
    if (moved !== undefined) await deps.changed(moved.form.customerId)
  } catch (cause) {
    // The document verifies another customer: an operator reviews both.
    if (sqlState(cause) !== '23505') throw cause
  }
  return true
}

type Applying = { id: string; at: number; name: IdentityCheck['name']; verdict: Verdict }

async function apply(
  { keys }: KycDeps,
  tx: KycDb,
  { id, at, name, verdict }: Applying,
): Promise<{ form: Identification; to: 'VERIFIED' | 'RESUBMIT' } | undefined> {
  const form = await findIdentification(tx, { id, hold: true })
  if (form?.status !== 'PENDING_REVIEW' || (await openProposals(tx, { identificationId: id })).length > 0)
    return undefined
  const { outcome, reasons } = verdict
  // No operator can correct what ends it for good.
  const toCorrect = reasons.filter(({ code }) => !isFinal(code))
  if (outcome === 'REJECTED_FINAL') {
    // What we do not know as an end for good, as a face that does not match, is reviewed by an operator.
    const final = reasons
      .map(({ code }) => kycFinalReasons.find((one) => one === code))
      .find((code) => code !== undefined)
    if (final !== undefined)
      await insertProposal(tx, {
        id: uuidV7(at),
        identificationId: id,
        kind: 'REJECT_FINAL',
        code: final,
        reason: `${name} rejects it for good`,
        proposer: undefined,
        provider: name,
        proposedAt: at,
      })
    return undefined
  }
  const today = utcDay(at)
  if (
    outcome === 'RESUBMIT'
      ? toCorrect.length === 0
      : form.docExpiry < today || !isOfAge(openForm(keys, form).birthDate, today)
  )
    return undefined
  const to = outcome === 'RESUBMIT' ? 'RESUBMIT' : 'VERIFIED'
  await moveIdentification(tx, { id, from: 'PENDING_REVIEW', to, at, by: undefined, reasons: toCorrect })
  return { form, to }
}
