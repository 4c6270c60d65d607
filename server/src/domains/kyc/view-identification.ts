import type {
  identificationQueue as queueRoute,
  KycProposal,
  PictureName,
  QueuedIdentification,
  ViewedIdentification,
} from '@evenhand/protocol/identification-console.ts'
import type { OperatorCall, OperatorDeps } from '../../kernel/http/operator-call.ts'
import { isFurther } from '@evenhand/protocol/identification.ts'
import type * as z from 'zod/mini'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Picture } from '../files/index.ts'
import { listChecks } from './field-checks.store.ts'
import {
  allOf,
  findIdentification,
  picturesOf,
  queueOf,
  type Identification,
  type Queued,
} from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { caseOf } from './provider-cases.store.ts'
import { openProposals, type Proposal } from './proposals.store.ts'
import { identityQueue } from './queue.store.ts'
import { othersWithDocument } from './shared-documents.store.ts'
import { openForm } from './encrypted-form.ts'
import { isEscalated } from './view-status.ts'

type Named = (customerId: string) => string

/** The names of accounts, read at once for all rows of a response. */
export async function namesOf({ accounts }: Pick<KycDeps, 'accounts'>, ids: readonly string[]): Promise<Named> {
  const names = new Map((await accounts.findMany([...new Set(ids)])).map(({ id, username }) => [id, username]))
  return (customerId) => names.get(customerId) ?? ''
}

/** A form in the queue: without what its customer stated. */
export function queuedView(row: Queued, { named, now }: { named: Named; now: number }): QueuedIdentification {
  const proposed = row.proposed === 'APPEAL' || row.proposed === 'REJECT_FINAL' ? row.proposed : null
  return {
    id: row.id,
    customerId: row.customerId,
    username: named(row.customerId),
    status: row.status,
    attempt: row.attempt,
    docType: row.docType,
    country: row.country,
    submittedAt: row.submittedAt,
    dueAt: row.dueAt,
    overdue: isEscalated(row, now),
    decidedAt: row.decidedAt ?? null,
    reasons: row.reasons,
    duplicates: row.duplicates,
    proposed,
  }
}

/** What waits for a second person, as operators see it. */
export const proposalView = (proposal: Proposal, form: Identification | undefined, named: Named): KycProposal => ({
  id: proposal.id,
  identificationId: proposal.identificationId,
  customerId: form?.customerId ?? '',
  username: form === undefined ? '' : named(form.customerId),
  kind: proposal.kind,
  code: proposal.code ?? null,
  reason: proposal.reason,
  proposerId: proposal.proposer ?? null,
  provider: proposal.provider ?? null,
  proposedAt: proposal.proposedAt,
})

type CaseView = { call: OperatorCall; params: { id: string; reason: string } }

/** What a customer stated, for a reviewer. The access is recorded before it is returned. */
export async function viewIdentification(
  deps: KycDeps,
  operators: OperatorDeps,
  view: CaseView,
): Promise<ViewedIdentification> {
  const { consoleDb, keys, clock, files } = deps
  const form = await recorded(deps, operators, { ...view, act: 'kyc.view' })
  const sharers = await files.ownersOfSame(picturesOf(form))
  const [others, all, [proposal], provider, checks] = await Promise.all([
    othersWithDocument(consoleDb, form, sharers),
    allOf(consoleDb, form.customerId),
    openProposals(consoleDb, { identificationId: form.id }),
    caseOf(consoleDb, form.id),
    listChecks(consoleDb, form, view.call.operator.id),
  ])
  const named = await namesOf(deps, [form.customerId, ...others.map(({ customerId }) => customerId)])
  const duplicates = others.filter(({ shares }) => shares.includes('document')).length
  const row: Queued = { ...form, duplicates, proposed: proposal?.kind }
  return {
    ...queuedView(row, { named, now: clock.now() }),
    stated: openForm(keys, form),
    pictures: pictureNamesOf(form),
    checks,
    needs: form.needs,
    others: others.map((other) => ({ ...other, username: named(other.customerId) })),
    before: all
      .filter(({ number }) => number < form.number)
      .map(({ id, attempt, status, submittedAt, reasons }) => ({ id, attempt, status, submittedAt, reasons })),
    proposal: proposal === undefined ? null : proposalView(proposal, form, named),
    provider,
  }
}

const pictureNamesOf = ({ backFileId, further }: Identification): PictureName[] => [
  'front',
  ...(backFileId === undefined ? [] : (['back'] as const)),
  'holding',
  ...Object.keys(further).filter(isFurther),
]

type PictureView = { call: OperatorCall; params: { id: string; picture: PictureName; reason: string } }

/** One picture of a document, for a reviewer; recorded twice: in the operators' record and beside the picture. */
export async function viewPicture(
  deps: KycDeps,
  operators: OperatorDeps,
  { call, params }: PictureView,
): Promise<Picture> {
  const form = await recorded(deps, operators, { call, params, act: `kyc.view.${params.picture}` })
  const { frontFileId: front, backFileId: back, holdingFileId: holding, further } = form
  const fileId = { front, back, holding, ...further }[params.picture]
  if (fileId === undefined) throw refuse('notFound')
  return deps.files.open(fileId, { operatorId: call.operator.id, reason: params.reason })
}

async function recorded(
  { consoleDb }: KycDeps,
  operators: OperatorDeps,
  { call, params, act }: CaseView & { act: string },
): Promise<Identification> {
  return consoleDb.transaction().execute(async (tx) => {
    const form = await findIdentification(tx, { id: params.id })
    if (form === undefined) throw refuse('notFound')
    const { customerId } = form
    await operators.recordAuditEntry(tx, call, {
      act,
      subject: `identification:${form.id}`,
      customerId,
      reason: params.reason,
    })
    return form
  })
}

/** The queue: what waits, or what is in one state. */
export async function identificationQueue(
  deps: KycDeps,
  operators: OperatorDeps,
  { call, request }: { call: OperatorCall; request: z.output<typeof queueRoute.request> },
) {
  const { consoleDb, clock } = deps
  const [page, size] = [request.page ?? 1, request.size ?? 50]
  const statuses = [request.status ?? 'PENDING_REVIEW']
  const cases = await operators.filterCases(call, 'identity', request)
  const now = clock.now()
  const [{ rows, total }, waiting] = await Promise.all([
    queueOf(consoleDb, { statuses, cases, risk: request.risk, limit: size, offset: (page - 1) * size }),
    identityQueue(consoleDb, now),
  ])
  const named = await namesOf(
    deps,
    rows.map(({ customerId }) => customerId),
  )
  return {
    rows: rows.map((row) => queuedView(row, { named, now })),
    total,
    page,
    size,
    overdue: waiting?.overdue ?? 0,
  }
}
