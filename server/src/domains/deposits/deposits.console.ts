import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  creditDeposit,
  depositQueue,
  holdDeposit,
  recordDeposit,
  rejectDeposit,
  returnDeposit,
  viewDeposit as viewRoute,
  viewDepositProof,
  type SeenDeposit,
} from '@evenhand/protocol/deposits-console.ts'
import * as z from 'zod/mini'
import { withPicture } from '../../kernel/http/http.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { approveDeposit, priceOf } from './approve-deposit.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { countWaiting, findDeposit, listDeposits, type DepositRow } from './deposits.store.ts'
import { holdDeposits, rejectDeposits } from './end-deposit.ts'
import { recordArrival } from './record-deposit.ts'
import { noteReturn } from './return-deposit.ts'
import { seeDeposits, waitingStatuses } from './view-deposits.ts'

/** Operators' part of deposits: the queue with its clocks, one deposit, and what can be decided about it. */
export function depositsConsole(deps: DepositsConsoleDeps): MountedOperator[] {
  const one = async (row: DepositRow, call: OperatorCall): Promise<SeenDeposit> => {
    const [seen] = await seeDeposits(deps, [row], call)
    if (seen === undefined) throw refuse('notFound')
    return seen
  }
  const after =
    <A>(run: (request: A, call: OperatorCall) => Promise<DepositRow>) =>
    async (request: A, call: OperatorCall): Promise<SeenDeposit> =>
      one(await run(request, call), call)
  return [
    handleOperator(depositQueue, (request, call) => queue(deps, request, call)),
    handleOperator(viewRoute, async ({ id }, call) => {
      const row = await findDeposit(deps.db, { id })
      if (row === undefined) throw refuse('notFound')
      const { customerId } = row
      const entry = {
        act: 'deposit.view',
        subject: `deposit:${id}`,
        customerId,
        reason: automaticReasons.depositReview,
      }
      await deps.operators.recordAccess(call, entry)
      return one(row, call)
    }),
    handleOperator(viewDepositProof, async (request, call) => withPicture(await openProof(deps, request, call))),
    handleOperator(
      creditDeposit,
      after((request, call) => approveDeposit(deps, request, call)),
    ),
    handleOperator(rejectDeposit, after(rejectDeposits(deps))),
    handleOperator(holdDeposit, after(holdDeposits(deps))),
    handleOperator(
      returnDeposit,
      after((request, call) => noteReturn(deps, request, call)),
    ),
    handleOperator(
      recordDeposit,
      after((request, call) => recordArrival(deps, request, call)),
    ),
  ]
}

async function queue(deps: DepositsConsoleDeps, request: z.output<typeof depositQueue.request>, call: OperatorCall) {
  const size = request.size ?? 50
  const page = request.page ?? 1
  const isQueue = request.status === 'WAITING'
  const statuses =
    request.status === undefined ? undefined : request.status === 'WAITING' ? waitingStatuses : [request.status]
  const prices = { BTC: priceOf(deps, 'BTC') ?? null, ETH: priceOf(deps, 'ETH') ?? null }
  const cases = { ...(await deps.operators.filterCases(call, 'deposit', request)), risk: request.risk, prices }
  const [{ deposits, total }, counted] = await Promise.all([
    listDeposits(
      deps.db,
      { statuses, cases },
      { limit: size, offset: (page - 1) * size, ...(isQueue ? { urgentFirst: true as const } : {}) },
    ),
    countWaiting(deps.db, deps.clock.now()),
  ])
  return { rows: await seeDeposits(deps, deposits, call), total, page, size, ...counted }
}

/** The proof image of a deposit, for an operator who gives a reason; the access is recorded. Refuses 40039 without one. */
async function openProof(
  deps: DepositsConsoleDeps,
  { id, reason }: z.output<typeof viewDepositProof.request>,
  call: OperatorCall,
) {
  const row = await findDeposit(deps.db, { id })
  if (row === undefined || row.proofFileId === null) throw refuse('notFound')
  const { proofFileId, customerId } = row
  await deps.db
    .transaction()
    .execute((tx) =>
      deps.operators.recordAuditEntry(tx, call, { act: 'deposit.proof', subject: `deposit:${id}`, customerId, reason }),
    )
  return deps.openPicture(proofFileId, { operatorId: call.operator.id, reason })
}
