import { reviewHours } from '@evenhand/protocol/identification.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import { identityDecision } from '@evenhand/proofs/approval-payloads.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall, OperatorDeps, StoredAssertion } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { guarded, mustBeUnderReview } from './decide-identification.ts'
import { findIdentification, moveIdentification, type Identification } from './identifications.store.ts'
import type { KycDb, KycDeps } from './kyc.deps.ts'
import {
  closeProposal,
  insertProposal,
  openProposals,
  type FinalCode,
  type Proposal,
  type ProposalKind,
} from './proposals.store.ts'
import { openForm } from './encrypted-form.ts'
import { publishDecision } from './publish-decision.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export type Wish = { id: string; kind: ProposalKind; code?: FinalCode | undefined; reason: string }

/** One operator requests that another end an identification for good, or review anew one that was ended or sent back. */
export async function proposeKyc(
  deps: KycDeps,
  operators: OperatorDeps,
  { call, params }: { call: OperatorCall; params: Wish },
): Promise<Proposal> {
  if ((params.kind === 'REJECT_FINAL') !== (params.code !== undefined))
    throw refuse('dataIncomplete', {
      fields: [{ field: 'code', reason: params.code === undefined ? 'missing' : 'unknown' }],
    })
  const at = deps.clock.now()
  return guarded(() =>
    deps.consoleDb.transaction().execute(async (tx) => {
      const held =
        params.kind === 'REJECT_FINAL' ? await mustBeUnderReview(tx, params.id) : await mustBeEnded(tx, params.id)
      const proposal: Proposal = {
        id: uuidV7(at),
        identificationId: params.id,
        kind: params.kind,
        code: params.code,
        reason: params.reason,
        proposer: call.operator.id,
        provider: undefined,
        proposedAt: at,
      }
      await insertProposal(tx, proposal)
      await operators.recordAuditEntry(tx, call, {
        act: params.kind === 'REJECT_FINAL' ? 'kyc.proposeFinal' : 'kyc.proposeAppeal',
        subject: `identification:${params.id}`,
        customerId: held.customerId,
        reason: params.reason,
        before: { status: held.status },
        after: { proposal: proposal.id, code: params.code ?? null },
      })
      return proposal
    }),
  )
}

async function mustBeEnded(tx: KycDb, id: string): Promise<Identification> {
  const held = await findIdentification(tx, { id, hold: true })
  if (held === undefined) throw refuse('notFound')
  if (held.status !== 'REJECTED_FINAL' && held.status !== 'RESUBMIT')
    throw refuse('identificationState', { status: held.status })
  if ((await openProposals(tx, { identificationId: id })).length > 0)
    throw refuse('identificationState', { status: held.status, proposed: true })
  return held
}

export type Approval = {
  id: string
  outcome: 'APPROVED' | 'REJECTED'
  reason: string
  assertion?: Assertion | undefined
}

/**
 * The second operator's decision. Refuses 40033 to the proposer, 40036 an approval without the passkey's assertion,
 * and 10019 where the form has moved meanwhile.
 */
export async function decideProposal(
  deps: KycDeps,
  operators: OperatorDeps,
  { call, params }: { call: OperatorCall; params: Approval },
): Promise<{ status: IdentificationStatus }> {
  const [proposal] = await openProposals(deps.consoleDb, { id: params.id })
  if (proposal === undefined) throw refuse('notFound')
  if (proposal.proposer === call.operator.id) throw refuse('fourEyesNeeded', { needed: 2 })
  const stored = params.outcome === 'APPROVED' ? await mustSign(deps, operators, { call, params, proposal }) : undefined
  const at = deps.clock.now()
  const moved = await guarded(() =>
    deps.consoleDb.transaction().execute(async (tx) => {
      const [held] = await openProposals(tx, { id: params.id, hold: true })
      const form = await findIdentification(tx, { id: proposal.identificationId, hold: true })
      if (held === undefined || form === undefined) throw refuse('notFound')
      await closeProposal(tx, {
        id: params.id,
        approver: call.operator.id,
        outcome: params.outcome,
        at,
        assertion: stored,
      })
      const done =
        params.outcome === 'APPROVED'
          ? await carryOut(tx, { proposal: held, form, at, by: call.operator.id })
          : undefined
      const to = done ?? form.status
      await operators.recordAuditEntry(tx, call, {
        act: params.outcome === 'APPROVED' ? 'kyc.approveProposal' : 'kyc.rejectProposal',
        subject: `identification:${form.id}`,
        customerId: form.customerId,
        reason: params.reason,
        before: { status: form.status },
        after: { status: to, proposal: params.id, kind: held.kind, code: held.code ?? null },
      })
      if (done !== undefined) await publishDecision(deps, tx, { form, status: done, at })
      return { form, to }
    }),
  )
  if (params.outcome === 'APPROVED') await deps.changed(moved.form.customerId)
  return { status: moved.to }
}

type Signing = { call: OperatorCall; params: Approval; proposal: Proposal }

/** The passkey's assertion over the proposal, with the person and the document that it is about. */
async function mustSign(
  { consoleDb, keys }: KycDeps,
  operators: OperatorDeps,
  { call, params, proposal }: Signing,
): Promise<StoredAssertion> {
  const form = await findIdentification(consoleDb, { id: proposal.identificationId })
  if (form === undefined) throw refuse('notFound')
  return operators.verifyOperatorAssertion(
    call,
    identityDecision(proposal, openForm(keys, form)),
    params.assertion ?? noAssertion,
  )
}

const noAssertion: Assertion = { credentialId: '', authenticatorData: '', clientDataJSON: '', signature: '' }

type Carrying = { proposal: Proposal; form: Identification; at: number; by: string }

async function carryOut(tx: KycDb, { proposal, form, at, by }: Carrying): Promise<'REJECTED_FINAL' | 'PENDING_REVIEW'> {
  const to = proposal.kind === 'REJECT_FINAL' ? 'REJECTED_FINAL' : 'PENDING_REVIEW'
  const isOpen = to === 'REJECTED_FINAL' ? form.status === 'PENDING_REVIEW' : form.status !== 'PENDING_REVIEW'
  if (!isOpen) throw refuse('identificationState', { status: form.status })
  const reasons = proposal.code === undefined ? [] : [{ field: 'docNumber' as const, code: proposal.code }]
  const dueAt = to === 'PENDING_REVIEW' ? { dueAt: at + reviewHours * hourMs } : {}
  await moveIdentification(tx, { id: form.id, from: form.status, to, at, by, reasons, ...dueAt })
  return to
}
