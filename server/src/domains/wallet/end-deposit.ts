import type { holdDeposit, rejectDeposit } from '@evenhand/protocol/deposits-console.ts'
import type { DepositReason, DepositStatus } from '@evenhand/protocol/states.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql, sqlState } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import { depositTold } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { findDeposit, type DepositRow } from './deposits.store.ts'

type Move = {
  id: string
  from: readonly DepositStatus[]
  /** Through which states; each step is one that may follow. */
  to: readonly [DepositStatus, ...DepositStatus[]]
  reasonCode?: DepositReason
  reference?: string
  reason: string
  ends: boolean
  act: string
}

const rejected = (ask: z.output<typeof rejectDeposit.ask>): Move => ({
  ...ask,
  from: ['SUBMITTED', 'CONFIRMING'],
  to: ['REJECTED'],
  ends: true,
  act: 'deposit.reject',
})
const onHold = (ask: z.output<typeof holdDeposit.ask>): Move => ({
  ...ask,
  from: ['SUBMITTED', 'CONFIRMING'],
  to: ['CONFIRMING', 'ON_HOLD_AML'],
  ends: false,
  act: 'deposit.hold',
})

/** What the chain shows has arrived: it can be held, and not be said not to be there. The table refuses it. */
function refuseWhatArrived(cause: unknown): never {
  throw sqlState(cause) === '23001' ? refuse('notFound') : cause
}

const templates = {
  REJECTED: 'deposit.rejected',
  ON_HOLD_AML: 'deposit.on_hold',
} as const

/** Moves a deposit that is in one of `from`, with its line in the record; refuses 40039 any other. Money does not move. */
async function move(deps: DepositsConsoleDeps, of: Move, call: OperatorCall): Promise<DepositRow> {
  const last = of.to.at(-1)
  const row = await deps.db.transaction().execute(async (tx) => {
    const before = await findDeposit(tx, { id: of.id })
    if (before === undefined || !of.from.includes(before.status)) throw refuse('notFound')
    let at = before.status
    for (const status of of.to) {
      if (status === at) continue
      const { numAffectedRows = 0n } = await sql`
        update wallet.deposits set status = ${status}, round = round + ${status === 'ON_HOLD_AML' ? 1 : 0},
          reason_code = coalesce(${of.reasonCode ?? null}, reason_code), reference = coalesce(${of.reference ?? null}, reference),
          decided_at = ${of.ends && status === last ? dateOf(deps.clock.now()) : null}::timestamptz
        where id = ${of.id} and status = ${at}`
        .execute(tx)
        .catch(refuseWhatArrived)
      if (numAffectedRows !== 1n) throw refuse('notFound')
      at = status
    }
    await deps.operators.recordAct(tx, call, {
      act: of.act,
      subject: `deposit:${of.id}`,
      customerId: before.customerId,
      reason: of.reason,
      before: { status: before.status },
      after: { status: at, reasonCode: of.reasonCode ?? null, reference: of.reference ?? null },
    })
    return findDeposit(tx, { id: of.id })
  })
  if (row === undefined) throw refuse('notFound')
  const { id, accountId, coin, amount, round, resubmitted } = row
  if (row.status in templates)
    deps.tell([
      depositTold(templates[row.status as keyof typeof templates], {
        id,
        accountId,
        coin,
        units: amount,
        reason: of.reasonCode,
        resubmitted,
        round,
      }),
    ])
  return row
}

export const rejectDeposits =
  (deps: DepositsConsoleDeps) => (ask: z.output<typeof rejectDeposit.ask>, call: OperatorCall) =>
    move(deps, rejected(ask), call)
export const holdDeposits =
  (deps: DepositsConsoleDeps) => (ask: z.output<typeof holdDeposit.ask>, call: OperatorCall) =>
    move(deps, onHold(ask), call)
