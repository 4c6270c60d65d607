import type { returnDeposit } from '@evenhand/protocol/deposits-console.ts'
import { depositReturn } from '@evenhand/proofs/approval-payloads.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { depositNotice } from './deposit-notices.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { findDeposit, type DepositRow } from './deposits.store.ts'

type ReturnResult = {
  outcome: 'returned' | 'waits' | 'same' | 'known' | 'state' | 'round' | 'held' | 'revision' | 'unsigned'
  approvals: number
  needed: number
}

/**
 * One operator's confirmation that coins that are on hold, or were rejected, were sent back by a transaction, signed over
 * exactly that; the deposit is returned with the confirmation of a second for the same transaction. Refuses 40033 the same
 * operator again, 10008 under a legal hold, 40006 where something was submitted or signed meanwhile, 40017 coins that are credited, claimed or recorded
 * by now, 40039 a deposit that is neither on hold nor rejected.
 */
export async function noteReturn(
  deps: DepositsConsoleDeps,
  { id, round, revision, reference, reason, assertion }: z.output<typeof returnDeposit.request>,
  call: OperatorCall,
): Promise<DepositRow> {
  const before = await findDeposit(deps.db, { id })
  if (before?.status !== 'ON_HOLD_AML' && before?.status !== 'REJECTED') throw refuse('notFound')
  if (before.round !== round) throw refuse('quoteChanged', { quote: { round: before.round } })
  const claimed = moneyText({ asset: before.coin, units: before.amount })
  const stored = await deps.operators.verifyOperatorAssertion(
    call,
    depositReturn({ ...before, revision, claimed }, reference),
    assertion,
  )
  const row = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<ReturnResult>`
      select outcome, approvals, needed from wallet.return_deposit(${id}, ${round}::smallint, ${revision}::bigint,
        ${call.operator.id}, ${reference}, ${JSON.stringify(stored)}::jsonb, ${dateOf(deps.clock.now())})`.execute(tx)
    const result = rows[0]
    mustBeTaken(result)
    const returned = result.outcome === 'returned'
    await deps.operators.recordAuditEntry(tx, call, {
      act: returned ? 'deposit.return' : 'deposit.returning',
      subject: `deposit:${id}`,
      customerId: before.customerId,
      reason,
      before: { status: before.status, approvals: result.approvals - 1 },
      after: {
        status: returned ? 'RETURNED' : before.status,
        approvals: result.approvals,
        needed: result.needed,
        reference,
      },
    })
    const after = await findDeposit(tx, { id })
    if (after?.status === 'RETURNED') {
      const { accountId, coin, amount } = after
      const notice = { id, accountId, coin, units: amount, round }
      await deps.enqueueNotices(tx, [depositNotice('deposit.returned', notice)])
    }
    return after
  })
  if (row === undefined) throw refuse('notFound')
  return row
}

function mustBeTaken(result: ReturnResult | undefined): asserts result is ReturnResult {
  if (result?.outcome === 'same') throw refuse('fourEyesNeeded', { needed: result.needed })
  if (result?.outcome === 'held') throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
  if (result?.outcome === 'known') throw refuse('transactionKnown')
  if (result?.outcome === 'round' || result?.outcome === 'revision' || result?.outcome === 'unsigned')
    throw refuse('quoteChanged', { quote: {} })
  if (result === undefined || result.outcome === 'state') throw refuse('notFound')
}
