import type { fundResetReasons } from '@evenhand/protocol/fund-reset.ts'
import {
  decideFundReset as decideRoute,
  fundResetQueue,
  viewFundResetPicture,
  type QueuedFundReset,
} from '@evenhand/protocol/fund-reset-console.ts'
import type * as z from 'zod/mini'
import { withPicture } from '../../../kernel/http/http.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../../kernel/http/operator-call.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { isOverdue } from './fund-reset.ts'
import { decideReset, findReset, queueOfResets, type FundResetRow } from './fund-reset.store.ts'
import type { FundResetConsoleDeps } from './fund-password.deps.ts'

/** Operators' part of a lost fund password: who waits, the picture, and one decision about it. */
export const fundResetConsole = (deps: FundResetConsoleDeps): MountedOperator[] => [
  handleOperator(fundResetQueue, (request, call) => queue(deps, request, call)),
  handleOperator(viewFundResetPicture, async (request, call) => withPicture(await picture(deps, request, call))),
  handleOperator(decideRoute, (request, call) => decide(deps, request, call)),
]

async function seen({ usernamesOf, clock }: FundResetConsoleDeps, rows: readonly FundResetRow[]) {
  const names = await usernamesOf([...new Set(rows.map(({ customerId }) => customerId))])
  const now = clock.now()
  return rows.map(({ fileId: _file, ...row }): QueuedFundReset => ({
    ...row,
    username: names.get(row.customerId) ?? '',
    overdue: isOverdue(row as FundResetRow, now),
  }))
}

async function queue(deps: FundResetConsoleDeps, request: z.output<typeof fundResetQueue.request>, call: OperatorCall) {
  const { status = 'WAITING', page = 1, size = 50 } = request
  const cases = await deps.operators.filterCases(call, 'fundReset', request)
  const { rows, total } = await queueOfResets(deps.db, { status, cases, limit: size, offset: (page - 1) * size })
  return { rows: await seen(deps, rows), total, page, size }
}

async function picture(deps: FundResetConsoleDeps, { id, reason }: { id: string; reason: string }, call: OperatorCall) {
  const { db, operators, files } = deps
  const found = await findReset(db, id)
  if (found === undefined) throw refuse('notFound')
  const { customerId } = found
  await db
    .transaction()
    .execute((tx) =>
      operators.recordAuditEntry(tx, call, { act: 'fundReset.view', subject: `fundReset:${id}`, customerId, reason }),
    )
  return files.open(found.fileId, { operatorId: call.operator.id, reason })
}

type Deciding = {
  id: string
  verdict: 'DONE' | 'REJECTED'
  reasonCode?: (typeof fundResetReasons)[number] | undefined
  reason: string
}

/** How the notice names what came of it. */
const resetChanges = { DONE: 'reset', REJECTED: 'refused', CANCELLED: 'ended' } as const

/**
 * One decision, once. What was requested ends without it where its owner changed password, mail or second factor since, or is not
 * verified any more: then it is CANCELLED, and the customer is notified. Refuses 10019 to let one hold whose picture this
 * operator has not opened.
 */
async function decide(deps: FundResetConsoleDeps, { id, verdict, reasonCode, reason }: Deciding, call: OperatorCall) {
  const { db, clock, operators } = deps
  if ((verdict === 'REJECTED') !== (reasonCode !== undefined))
    throw refuse('dataIncomplete', {
      fields: [{ field: 'reasonCode', reason: reasonCode === undefined ? 'missing' : 'malformed' }],
    })
  if (verdict === 'DONE') await mustHaveViewed(deps, id, call)
  const at = clock.now()
  // Read before the transaction, which holds a connection: none is waited for while another is held.
  const requested = await findReset(db, id)
  const accountId = requested && (await deps.accountOf(requested.customerId))
  const done = await db.transaction().execute(async (tx) => {
    const outcome = await decideReset(tx, { id, by: call.operator.id, reasonCode, at })
    const after = await findReset(tx, id)
    if (outcome === 'GONE' || after === undefined) throw refuse('notFound')
    await operators.recordAuditEntry(tx, call, {
      act: 'fundReset.decide',
      subject: `fundReset:${id}`,
      customerId: after.customerId,
      reason,
      before: { status: 'WAITING' },
      after: { status: outcome, reason: reasonCode ?? null },
    })
    const change = resetChanges[outcome]
    if (accountId !== undefined)
      await deps.enqueueNotices(tx, [
        { accountId, template: 'fundpwd.answered', params: { change }, ref: `${change} ${id}` },
      ])
    return after
  })
  const [row] = await seen(deps, [done])
  if (row === undefined) throw refuse('notFound')
  return row
}

async function mustHaveViewed({ db, files }: FundResetConsoleDeps, id: string, call: OperatorCall): Promise<void> {
  const requested = await findReset(db, id)
  if (requested === undefined) throw refuse('notFound')
  if (!(await files.hasOpened(call.operator.id, { ids: [requested.fileId], since: requested.askedAt })))
    throw refuse('identificationState', { status: requested.status, reason: 'PICTURES_NOT_OPENED' })
}
