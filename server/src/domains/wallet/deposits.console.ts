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
import { moneyText } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { withPicture } from '../../kernel/http.ts'
import { handleOperator, type MountedOperator } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import { approveDeposit } from './decide-deposit.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { approvalsOf, returnsOf, type Approval } from './deposit-approvals.store.ts'
import { approvalsNeeded, viewDeposit } from './deposits.rules.ts'
import { countWaiting, findDeposit, listDeposits, type DepositRow } from './deposits.store.ts'
import { holdDeposits, rejectDeposits } from './end-deposit.ts'
import { recordArrival } from './record-deposit.ts'
import { noteReturn } from './return-deposit.ts'
import { openProof } from './view-proof.ts'

const waiting = ['SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML'] as const

/** Operators' part of deposits: the queue with its clocks, one deposit, and what can be decided about it. */
export function depositsConsole(deps: DepositsConsoleDeps): MountedOperator[] {
  const one = async (row: DepositRow): Promise<SeenDeposit> => {
    const [seen] = await see(deps, [row])
    if (seen === undefined) throw refuse('notFound')
    return seen
  }
  const after =
    <A, C>(run: (ask: A, call: C) => Promise<DepositRow>) =>
    async (ask: A, call: C): Promise<SeenDeposit> =>
      one(await run(ask, call))
  return [
    handleOperator(depositQueue, (ask) => queue(deps, ask)),
    handleOperator(viewRoute, async ({ id }, call) => {
      const row = await findDeposit(deps.db, { id })
      if (row === undefined) throw refuse('notFound')
      const { customerId } = row
      const look = { act: 'deposit.view', subject: `deposit:${id}`, customerId, reason: 'review of a deposit' }
      await deps.operators.recordLook(call, look)
      return one(row)
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

async function queue(deps: DepositsConsoleDeps, ask: z.output<typeof depositQueue.ask>) {
  const size = ask.size ?? 50
  const page = ask.page ?? 1
  const isQueue = ask.status === 'WAITING'
  const statuses = ask.status === undefined ? undefined : ask.status === 'WAITING' ? waiting : [ask.status]
  const [{ deposits, total }, counted] = await Promise.all([
    listDeposits(
      deps.db,
      { statuses },
      { limit: size, offset: (page - 1) * size, ...(isQueue ? { urgentFirst: true as const } : {}) },
    ),
    countWaiting(deps.db, deps.clock.now()),
  ])
  return { rows: await see(deps, deposits), total, page, size, ...counted }
}

/** Deposits as operators see them, with names and approvals read for all of them at once. */
async function see(deps: DepositsConsoleDeps, rows: readonly DepositRow[]): Promise<SeenDeposit[]> {
  const ids = rows.map(({ id }) => id)
  const [customers, approvals, returns] = await Promise.all([
    deps.customersById([...new Set(rows.map(({ customerId }) => customerId))]),
    approvalsOf(deps.db, ids),
    returnsOf(deps.db, ids),
  ])
  const now = deps.clock.now()
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    const text = (units: bigint): string => moneyText({ asset: row.coin, units })
    const amount = row.credited ?? row.arrived ?? row.amount
    const usdt = row.credited === null ? deps.usdtOf(row.coin, amount) : (row.creditedUsdt ?? undefined)
    return {
      ...viewDeposit(row),
      customerId: row.customerId,
      username: customer?.username ?? '',
      tier: customer?.tier ?? '',
      source: row.source,
      chain: row.chain,
      fromAddress: row.fromAddress,
      arrivedAmount: row.arrived === null ? null : text(row.arrived),
      blockHeight: row.height === null ? null : String(row.height),
      reference: row.reference,
      valueUsdt: usdt === undefined ? null : moneyText({ asset: 'USDT', units: usdt }),
      approvalsNeeded: approvalsNeeded(usdt, row),
      approvals: (approvals.get(row.id) ?? []).filter(({ round }) => round === row.round).map(approvalOf(text)),
      returns: (returns.get(row.id) ?? [])
        .filter(({ round }) => round === row.round)
        .map(({ operatorId, operator, reference, at }) => ({ operatorId, operator, reference, at })),
      round: row.round,
      overdue: waiting.some((status) => status === row.status) && row.dueAt < now,
    }
  })
}

const approvalOf =
  (text: (units: bigint) => string) =>
  ({ operatorId, operator, amount, at }: Approval) => ({ operatorId, operator, amount: text(amount), at })
