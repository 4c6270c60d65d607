import type { returnDeposit } from '@evenhand/protocol/deposits-console.ts'
import { depositReturn } from '@evenhand/proofs/approval-payloads.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import { depositTold } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { findDeposit, type DepositRow } from './deposits.store.ts'

type Said = { outcome: 'returned' | 'waits' | 'same' | 'state' | 'round'; approvals: number; needed: number }

/**
 * One operator's word that coins on hold were sent back by a transaction, signed over exactly that; the hold ends with the
 * word of a second for the same transaction. Refuses 40033 the same operator again, 40006 another round, 40039 a deposit
 * that is not on hold.
 */
export async function noteReturn(
  deps: DepositsConsoleDeps,
  { id, round, reference, reason, assertion }: z.output<typeof returnDeposit.ask>,
  call: OperatorCall,
): Promise<DepositRow> {
  const before = await findDeposit(deps.db, { id })
  if (before?.status !== 'ON_HOLD_AML') throw refuse('notFound')
  if (before.round !== round) throw refuse('quoteChanged', { quote: { round: before.round } })
  const stored = await deps.operators.mustAssert(call, depositReturn(before, reference), assertion)
  const row = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Said>`
      select outcome, approvals, needed from wallet.return_deposit(${id}, ${round}::smallint, ${call.operator.id},
        ${call.operator.name}, ${reference}, ${JSON.stringify(stored)}::jsonb, ${dateOf(deps.clock.now())})`.execute(tx)
    const said = rows[0]
    mustBeTaken(said)
    const returned = said.outcome === 'returned'
    await deps.operators.recordAct(tx, call, {
      act: returned ? 'deposit.return' : 'deposit.returning',
      subject: `deposit:${id}`,
      customerId: before.customerId,
      reason,
      before: { status: before.status, approvals: said.approvals - 1 },
      after: {
        status: returned ? 'RETURNED' : before.status,
        approvals: said.approvals,
        needed: said.needed,
        reference,
      },
    })
    return findDeposit(tx, { id })
  })
  if (row === undefined) throw refuse('notFound')
  const { accountId, coin, amount, resubmitted } = row
  if (row.status === 'RETURNED')
    deps.tell([depositTold('deposit.returned', { id, accountId, coin, units: amount, resubmitted, round })])
  return row
}

function mustBeTaken(said: Said | undefined): asserts said is Said {
  if (said?.outcome === 'same') throw refuse('fourEyesNeeded', { needed: said.needed })
  if (said?.outcome === 'round') throw refuse('quoteChanged', { quote: {} })
  if (said === undefined || said.outcome === 'state') throw refuse('notFound')
}
