import type { holdDeposit, rejectDeposit } from '@evenhand/protocol/deposits-console.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NotificationEvent } from '../notices/index.ts'
import { depositNotice, rejectedNotice } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { findDeposit, type DepositRow, type DepositsDb } from './deposits.store.ts'

type Ending = {
  id: string
  act: 'deposit.reject' | 'deposit.hold'
  reason: string
  after: Readonly<Record<string, string>>
  notice: (row: DepositRow & { units: bigint }) => NotificationEvent
  /** Changes the row, or refuses. */
  run: (tx: DepositsDb) => Promise<void>
}

/** Ends or holds a deposit with its line in the record, and notifies the customer. Money does not move. */
async function end(deps: DepositsConsoleDeps, params: Ending, call: OperatorCall): Promise<DepositRow> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await findDeposit(tx, { id: params.id })
    if (before === undefined) throw refuse('notFound')
    await params.run(tx)
    await deps.operators.recordAuditEntry(tx, call, {
      act: params.act,
      subject: `deposit:${params.id}`,
      customerId: before.customerId,
      reason: params.reason,
      before: { status: before.status },
      after: params.after,
    })
    const row = await findDeposit(tx, { id: params.id })
    if (row === undefined) throw refuse('notFound')
    await deps.enqueueNotices(tx, [params.notice({ ...row, units: row.amount })])
    return row
  })
}

/**
 * Rejects a deposit that waits, by a reason of the closed list. Refuses 40039 one that does not wait or that the chain shows,
 * 40033 the operator who has rejected this transaction of this customer before: a second rejection is another person's.
 */
export const rejectDeposits =
  (deps: DepositsConsoleDeps) =>
  ({ id, reasonCode, reason }: z.output<typeof rejectDeposit.request>, call: OperatorCall) =>
    end(
      deps,
      {
        id,
        act: 'deposit.reject',
        notice: (row) => rejectedNotice({ ...row, reason: reasonCode }),
        reason,
        after: { status: 'REJECTED', reasonCode },
        async run(tx) {
          const { rows } = await sql<{ outcome: 'rejected' | 'state' | 'same' }>`
            select wallet.reject_deposit(${id}, ${call.operator.id}, ${reasonCode}, ${dateOf(deps.clock.now())}) as outcome`.execute(
            tx,
          )
          if (rows[0]?.outcome === 'same') throw refuse('fourEyesNeeded', { needed: 2 })
          if (rows[0]?.outcome !== 'rejected') throw refuse('notFound')
        },
      },
      call,
    )

/** Holds a deposit that waits, under the reference of an order; earlier approvals are void. */
export const holdDeposits =
  (deps: DepositsConsoleDeps) =>
  ({ id, reference, reason }: z.output<typeof holdDeposit.request>, call: OperatorCall) =>
    end(
      deps,
      {
        id,
        act: 'deposit.hold',
        notice: (row) => depositNotice('deposit.on_hold', row),
        reason,
        after: { status: 'ON_HOLD_AML', reference },
        async run(tx) {
          const { rows } = await sql<{ held: boolean }>`
            select wallet.hold_deposit(${id}, ${reference}) as held`.execute(tx)
          if (rows[0]?.held !== true) throw refuse('notFound')
        },
      },
      call,
    )
