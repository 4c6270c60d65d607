import type { LoanClause } from '@evenhand/protocol/loan-rules.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { LoansDb } from './loans.store.ts'

export type Collection = {
  id: string
  loanId: string
  customerId: string
  clause: LoanClause
  /** Of a standing order: the deposit, and what it brought in smallest units of USDT. */
  deposit: { id: string; units: bigint } | null
  /** How many payments the caller had seen, and what was due and owed in all then. */
  payments: number
  due: bigint
  owed: bigint
  /** The repayment plan that the caller saw in force. */
  planId: string | null
  at: number
}
export type Collected =
  | { outcome: 'paid'; principal: bigint; interest: bigint; ends: 'REPAID' | null }
  | { outcome: 'changed' | 'nothing'; principal: null; interest: null; ends: null }

/** Takes what is due by a clause (`loans.collect`). */
export async function collectDue(tx: LoansDb, one: Collection): Promise<Collected> {
  const { rows } = await sql<Collected>`
    select outcome, principal, interest, ends from loans.collect(row(${one.id}, ${one.loanId}, ${one.customerId}, ${one.clause},
      ${one.deposit?.id ?? null}, ${one.deposit?.units ?? null}, ${one.payments}, ${one.due}, ${one.owed},
      ${dateOf(one.at)}, ${one.planId}::uuid)::loans.collection)`.execute(tx)
  return rows[0] ?? { outcome: 'nothing', principal: null, interest: null, ends: null }
}

/** Whether a clause was signed that is revoked now (`loans.revoke`). */
export async function revokeClause(
  db: LoansDb,
  params: { id: string; customerId: string; clause: LoanClause; at: number },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select loans.revoke(${params.id}, ${params.customerId}, ${params.clause}, ${dateOf(params.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

/** Loans that run and whose clause its customer has not revoked, as a condition over `loans.loans l`. */
export const collectable = (clause: LoanClause): Fragment => sql`
  ${clause === 'SET_OFF' ? sql`l.set_off and l.status in ('OVERDUE', 'IN_ARREARS')` : sql`l.standing_order and l.status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS')`}
  and not exists (select from loans.revocations r where r.loan_id = l.id and r.clause = ${clause})`
