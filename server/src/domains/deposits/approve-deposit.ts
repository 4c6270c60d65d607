import type { creditDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assetScales, moneyText } from '@evenhand/protocol/money.ts'
import { depositCredit, type CreditedValues } from '@evenhand/proofs/approval-payloads.ts'
import * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { groundsOf } from './deposit-approvals.store.ts'
import { creditedNotice } from './deposit-notices.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { depositUnits } from './deposits.rules.ts'
import { findDeposit, type DepositRow } from './deposits.store.ts'
import { holdDeposits } from './end-deposit.ts'

type Approved = {
  outcome: 'credited' | 'waits' | 'same' | 'known' | 'state' | 'round' | 'revision' | 'amount' | 'evidence' | 'unsigned'
  approvals: number
  needed: number
  /** What the operator's own earlier approval was over. */
  replaced: bigint | null
}

const amountOf = ({ coin }: Pick<DepositRow, 'coin'>, units: bigint): string => moneyText({ asset: coin, units })

/** A whole coin in smallest units of USDT by a fresh price; undefined without one. */
export const priceOf = (deps: Pick<DepositsConsoleDeps, 'usdtOf'>, coin: DepositRow['coin']): bigint | undefined =>
  deps.usdtOf(coin, 10n ** BigInt(assetScales[coin]))

/**
 * One operator's approval of a credit, signed over claim and amount; it replaces the operator's own earlier one. Up to 1 000
 * USDT, by the highest of claim, amount and chain, it credits; above it, or where amount and claim differ, the credit comes
 * with the approval of a second operator over the same values. Refuses 40033 the same operator over the same values again,
 * 40024 who has not opened the proof while the chain shows nothing, 40017 a transaction that is credited already, 10016
 * another amount than the chain shows, 40006 where something was submitted or signed meanwhile, 40039 one that is decided. A
 * sender on the list of sanctions puts it on hold instead, which takes two to end.
 */
export async function approveDeposit(
  deps: DepositsConsoleDeps,
  request: z.output<typeof creditDeposit.request>,
  call: OperatorCall,
): Promise<DepositRow> {
  const before = await findDeposit(deps.db, { id: request.id })
  if (before === undefined) throw refuse('notFound')
  if (before.round !== request.round) throw refuse('quoteChanged', { quote: { round: before.round } })
  const amount = depositUnits(before.coin, request.amount)
  const sender = request.fromAddress ?? before.fromAddress
  if (sender !== null && before.status !== 'ON_HOLD_AML' && deps.screen?.(sender) === 'listed')
    return holdDeposits(deps)({ id: request.id, reference: 'SANCTIONS_LIST', reason: request.reason }, call)
  const values = await valuesOf(deps, before, { amount, request, call })
  const stored = await deps.operators.verifyOperatorAssertion(
    call,
    depositCredit({ ...before, revision: request.revision, claimed: amountOf(before, before.amount) }, values),
    request.assertion,
  )
  const after = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Approved>`
      select outcome, approvals, needed, replaced from wallet.approve_deposit(${request.id}, ${request.round}::smallint,
        ${request.revision}::bigint, ${call.operator.id}, ${amount}::bigint, ${values.fromAddress},
        ${priceOf(deps, before.coin) ?? null}::bigint, ${JSON.stringify(stored)}::jsonb, ${dateOf(deps.clock.now())})`.execute(
      tx,
    )
    const approved = rows[0]
    mustBeTaken(approved, before)
    await recordApproval(deps, { tx, call, approved, before, values, reason: request.reason })
    const row = await findDeposit(tx, { id: request.id })
    if (row?.status === 'CREDITED') await deps.enqueueNotices(tx, [creditedNotice(row)])
    return row
  })
  if (after === undefined) throw refuse('notFound')
  if (after.status === 'CREDITED') deps.moved(after.accountId)
  return after
}

type CreditParams = { amount: bigint; request: z.output<typeof creditDeposit.request>; call: OperatorCall }

async function valuesOf(
  deps: DepositsConsoleDeps,
  before: DepositRow,
  { amount, request, call }: CreditParams,
): Promise<CreditedValues> {
  const ground = (await groundsOf(deps.db, { ids: [before.id], operatorId: call.operator.id })).get(before.id)
  return {
    amount: amountOf(before, amount),
    fromAddress: request.fromAddress ?? '',
    creditedBefore: ground?.creditedBefore == null ? null : amountOf(before, ground.creditedBefore),
  }
}

type Recording = {
  tx: Parameters<DepositsConsoleDeps['operators']['recordAuditEntry']>[0]
  call: OperatorCall
  approved: Approved
  before: DepositRow
  values: CreditedValues
  reason: string
}

function recordApproval(
  deps: DepositsConsoleDeps,
  { tx, call, approved, before, values, reason }: Recording,
): Promise<void> {
  const { outcome, approvals, needed, replaced } = approved
  const waiting = replaced === null ? 'deposit.approve' : 'deposit.correct'
  return deps.operators.recordAuditEntry(tx, call, {
    act: outcome === 'credited' ? 'deposit.credit' : waiting,
    subject: `deposit:${before.id}`,
    customerId: before.customerId,
    reason,
    before: {
      status: before.status,
      approvals: approvals - 1,
      ...(replaced === null ? {} : { ownAmount: amountOf(before, replaced) }),
    },
    after: {
      ...values,
      claimed: amountOf(before, before.amount),
      approvals,
      needed,
      status:
        outcome === 'credited' ? 'CREDITED' : before.status === 'ON_HOLD_AML' ? before.status : ('CONFIRMING' as const),
    },
  })
}

function mustBeTaken(approved: Approved | undefined, before: DepositRow): asserts approved is Approved {
  switch (approved?.outcome) {
    case 'credited':
    case 'waits':
      return
    case 'same':
      throw refuse('fourEyesNeeded', { needed: approved.needed })
    case 'known':
      throw refuse('transactionKnown')
    case 'evidence':
      throw refuse('proofImageNeeded')
    case 'amount':
      throw refuse('amountWrong', { step: amountOf(before, 1n), max: amountOf(before, before.arrived ?? 0n) })
    case 'round':
    case 'revision':
    case 'unsigned':
      throw refuse('quoteChanged', { quote: {} })
    case 'state':
    case undefined:
      throw refuse('notFound')
  }
}
