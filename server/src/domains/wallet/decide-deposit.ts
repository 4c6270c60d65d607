import type { creditDeposit } from '@evenhand/protocol/deposits-console.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import { depositTold } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits-console.deps.ts'
import { depositUnits } from './deposits.rules.ts'
import { findDeposit, type DepositRow } from './deposits.store.ts'
import { holdDeposits } from './end-deposit.ts'

const payloadOf = (row: DepositRow, amount: bigint): ApprovalPayload =>
  depositCredit(row, moneyText({ asset: row.coin, units: amount }))

type Approved = {
  outcome: 'credited' | 'waits' | 'same' | 'known' | 'state' | 'round' | 'amount'
  approvals: number
  needed: number
}

/**
 * One operator's word that a deposit arrived, signed over its exact terms. Up to 1 000 USDT it credits; above it the
 * credit comes with the word of a second operator for the same amount. Refuses 40033 the same operator again, 40017 a
 * transaction that is credited already, 10016 another amount than the chain shows of the claim's own output, 40006 where the
 * deposit was submitted anew meanwhile, 40039 one that is decided. A sender on the list of sanctions puts it on hold instead,
 * which takes two to end.
 */
export async function approveDeposit(
  deps: DepositsConsoleDeps,
  ask: z.output<typeof creditDeposit.ask>,
  call: OperatorCall,
): Promise<DepositRow> {
  const before = await findDeposit(deps.db, { id: ask.id })
  if (before === undefined) throw refuse('notFound')
  if (before.round !== ask.round) throw refuse('quoteChanged', { quote: { round: before.round } })
  const amount = depositUnits(before.coin, ask.amount)
  const sender = ask.fromAddress ?? before.fromAddress
  if (sender !== null && before.status !== 'ON_HOLD_AML' && deps.screen?.(sender) === 'listed')
    return holdDeposits(deps)({ id: ask.id, reference: 'SANCTIONS_LIST', reason: ask.reason }, call)
  const stored = await deps.operators.mustAssert(call, payloadOf(before, amount), ask.assertion)
  const usdt = deps.usdtOf(before.coin, amount)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Approved>`
      select outcome, approvals, needed from wallet.approve_deposit(${ask.id}, ${ask.round}::smallint, ${call.operator.id},
        ${call.operator.name}, ${amount}::bigint, ${usdt ?? null}::bigint, ${ask.fromAddress ?? null},
        ${JSON.stringify(stored)}::jsonb, ${dateOf(deps.clock.now())})`.execute(tx)
    const approved = rows[0]
    if (approved?.outcome === 'amount') throw refuse('amountWrong', amountShown(before))
    mustBeTaken(approved)
    await deps.operators.recordAct(tx, call, {
      act: approved.outcome === 'credited' ? 'deposit.credit' : 'deposit.approve',
      subject: `deposit:${ask.id}`,
      customerId: before.customerId,
      reason: ask.reason,
      before: { status: before.status, approvals: approved.approvals - 1 },
      after: {
        amount: moneyText({ asset: before.coin, units: amount }),
        approvals: approved.approvals,
        needed: approved.needed,
        status:
          approved.outcome === 'credited' ? 'CREDITED' : before.status === 'ON_HOLD_AML' ? before.status : 'CONFIRMING',
      },
    })
  })
  const after = await findDeposit(deps.db, { id: ask.id })
  if (after === undefined) throw refuse('notFound')
  if (after.status === 'CREDITED') tellCredited(deps, after)
  return after
}

const amountShown = ({ coin, arrived }: DepositRow): { step: string; max: string } => ({
  step: moneyText({ asset: coin, units: 1n }),
  max: moneyText({ asset: coin, units: arrived ?? 0n }),
})

function mustBeTaken(approved: Approved | undefined): asserts approved is Approved {
  if (approved?.outcome === 'same') throw refuse('fourEyesNeeded', { needed: approved.needed })
  if (approved?.outcome === 'known') throw refuse('transactionKnown')
  if (approved?.outcome === 'round') throw refuse('quoteChanged', { quote: {} })
  if (approved === undefined || approved.outcome === 'state') throw refuse('notFound')
}

/** Tells the customer, and the customer's open pages, that a deposit is on the account. */
export function tellCredited(deps: Pick<DepositsConsoleDeps, 'tell' | 'moved'>, row: DepositRow): void {
  const { id, accountId, coin, credited, round } = row
  deps.tell([depositTold('deposit.credited', { id, accountId, coin, units: credited ?? 0n, round })])
  deps.moved(accountId)
}
