import type { WithdrawalReason, WithdrawalStatus } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { waitsForOperators } from './withdrawals.queues.ts'
import { withdrawalCondition, type WithdrawalCaseFilter } from './withdrawal-filter.ts'
import {
  withdrawalColumns,
  withdrawalOfRow,
  type StoredWithdrawal,
  type WithdrawalRow,
  type WithdrawalsDb,
} from './withdrawals.store.ts'

export type GivenVerdict = {
  verdict: 'APPROVE' | 'REJECT'
  operator: string
  at: number
  reason: WithdrawalReason | undefined
  reference: string | undefined
}

const underWay: readonly WithdrawalStatus[] = ['REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST']

type Wanted = { status: WithdrawalStatus | 'WAITING' | undefined; now: number }
function inState({ status, now }: Wanted) {
  if (status === 'WAITING') return waitsForOperators(now)
  return status === undefined ? sql`true` : sql`w.status = ${status}`
}

/** Withdrawals of a state, or of all: what is under way first, in review before all else and by its time; then what ended, newest first. */
export async function queueOf(
  db: WithdrawalsDb,
  params: Wanted & { cases: WithdrawalCaseFilter; limit: number; offset: number },
): Promise<{ rows: StoredWithdrawal[]; total: number }> {
  const where = sql`${inState(params)} and ${withdrawalCondition(params.cases)}`
  const due = sql`case when w.status = any (${[...underWay]}::text[]) then w.due_at end`
  const order = sql`w.status <> 'REVIEW', ${due} nulls last, w.requested_at desc, w.id`
  const [{ rows }, counted] = await Promise.all([
    sql<WithdrawalRow>`select ${withdrawalColumns} from wallet.withdrawals w where ${where}
      order by ${order} limit ${params.limit} offset ${params.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from wallet.withdrawals w where ${where}`.execute(db),
  ])
  return { rows: rows.map(withdrawalOfRow), total: counted.rows[0]?.total ?? 0 }
}

/** What was decided about withdrawals, oldest first, by withdrawal. */
export async function verdictsOf(db: WithdrawalsDb, ids: readonly string[]): Promise<Map<string, GivenVerdict[]>> {
  const { rows } = await sql<{
    id: string
    verdict: 'APPROVE' | 'REJECT'
    operator: string
    at: Date
    reason: WithdrawalReason | null
    reference: string | null
  }>`select withdrawal_id as id, verdict, operator_name as operator, at, reason_code as reason, reason_ref as reference
    from wallet.withdrawal_verdicts where withdrawal_id = any (${[...ids]}::uuid[]) order by at`.execute(db)
  const found = new Map<string, GivenVerdict[]>()
  for (const { id, verdict, operator, at, reason, reference } of rows)
    found.set(id, [
      ...(found.get(id) ?? []),
      { verdict, operator, at: msOf(at), reason: reason ?? undefined, reference: reference ?? undefined },
    ])
  return found
}

export type Approval = {
  id: string
  operatorId: string
  operatorName: string
  payloadHash: Buffer
  /** The passkey's assertion, as JSON. */
  assertion: string
  at: number
}
/** `state`: not in review any more, or another payload · `same` operator again · `held`: a legal hold forbids it. */
export type Counted = {
  outcome: 'counted' | 'state' | 'same' | 'held'
  status: WithdrawalStatus | null
  given: number
  needed: number
}

/**
 * Counts an operator's approval (`wallet.approve_withdrawal`): the outcome, and how many of the needed ones are given;
 * undefined where there is no such withdrawal.
 */
export async function keepApproval(tx: WithdrawalsDb, params: Approval): Promise<Counted | undefined> {
  const { rows } =
    await sql<Counted>`select * from wallet.approve_withdrawal(${params.id}, ${params.operatorId}, ${params.operatorName},
    ${params.payloadHash}, ${params.assertion}, ${dateOf(params.at)})`.execute(tx)
  return rows[0]
}

/**
 * Rejects a withdrawal in review with its reason (`wallet.reject_withdrawal`) and releases its hold; outcomes as of
 * `keepApproval`.
 */
export async function keepRejection(
  tx: WithdrawalsDb,
  params: Approval & { reason: WithdrawalReason; reference: string | undefined },
): Promise<Counted | undefined> {
  const { rows } =
    await sql<Counted>`select * from wallet.reject_withdrawal(${params.id}, ${params.operatorId}, ${params.operatorName},
    ${params.reason}, ${params.reference ?? null}, ${params.payloadHash}, ${params.assertion}, ${dateOf(params.at)})`.execute(
      tx,
    )
  return rows[0]
}
