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
    <A>(run: (ask: A, call: OperatorCall) => Promise<DepositRow>) =>
    async (ask: A, call: OperatorCall): Promise<SeenDeposit> =>
      one(await run(ask, call), call)
  return [
    handleOperator(depositQueue, (ask, call) => queue(deps, ask, call)),
    handleOperator(viewRoute, async ({ id }, call) => {
      const row = await findDeposit(deps.db, { id })
      if (row === undefined) throw refuse('notFound')
      const { customerId } = row
      const look = { act: 'deposit.view', subject: `deposit:${id}`, customerId, reason: 'review of a deposit' }
      await deps.operators.recordLook(call, look)
      return one(row, call)
    }),
    handleOperator(viewDepositProof, async (ask, call) => withPicture(await openProof(deps, ask, call))),
    handleOperator(
      creditDeposit,
      after((ask, call) => approveDeposit(deps, ask, call)),
    ),
    handleOperator(rejectDeposit, after(rejectDeposits(deps))),
    handleOperator(holdDeposit, after(holdDeposits(deps))),
    handleOperator(
      returnDeposit,
      after((ask, call) => noteReturn(deps, ask, call)),
    ),
    handleOperator(
      recordDeposit,
      after((ask, call) => recordArrival(deps, ask, call)),
    ),
  ]
}

async function queue(deps: DepositsConsoleDeps, ask: z.output<typeof depositQueue.ask>, call: OperatorCall) {
  const size = ask.size ?? 50
  const page = ask.page ?? 1
  const isQueue = ask.status === 'WAITING'
  const statuses = ask.status === undefined ? undefined : ask.status === 'WAITING' ? waitingStatuses : [ask.status]
  const prices = { BTC: priceOf(deps, 'BTC') ?? null, ETH: priceOf(deps, 'ETH') ?? null }
  const cases = { ...(await deps.operators.filterCases(call, 'deposit', ask)), risk: ask.risk, prices }
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

/** The proof image of a deposit, for an operator who says why; the look stands in the record. Refuses 40039 without one. */
async function openProof(
  deps: DepositsConsoleDeps,
  { id, reason }: z.output<typeof viewDepositProof.ask>,
  call: OperatorCall,
) {
  const row = await findDeposit(deps.db, { id })
  if (row === undefined || row.proofFileId === null) throw refuse('notFound')
  const { proofFileId, customerId } = row
  await deps.db
    .transaction()
    .execute((tx) =>
      deps.operators.recordAct(tx, call, { act: 'deposit.proof', subject: `deposit:${id}`, customerId, reason }),
    )
  return deps.openPicture(proofFileId, { operatorId: call.operator.id, reason })
}
