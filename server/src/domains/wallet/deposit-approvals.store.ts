import { msOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { WalletDb } from './deposits.store.ts'

/** One operator's word that a deposit arrived, with the amount it stands for. */
export type Approval = { operatorId: string; operator: string; round: number; amount: bigint; at: number }

/** One operator's word that held coins went back, with the transaction that sent them. */
export type Return = { operatorId: string; operator: string; round: number; reference: string; at: number }

/** The approvals of deposits, oldest first. */
export async function approvalsOf(db: WalletDb, ids: readonly string[]): Promise<Map<string, Approval[]>> {
  const { rows } = await sql<Omit<Approval, 'at'> & { depositId: string; at: Date }>`
    select deposit_id as "depositId", operator_id as "operatorId", operator_name as operator, round, amount, at
    from wallet.deposit_approvals where deposit_id = any (${[...ids]}::uuid[]) order by at`.execute(db)
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: msOf(at) })),
    ({ depositId }) => depositId,
  )
}

/** Who said of deposits on hold that they were sent back, oldest first. */
export async function returnsOf(db: WalletDb, ids: readonly string[]): Promise<Map<string, Return[]>> {
  const { rows } = await sql<Omit<Return, 'at'> & { depositId: string; at: Date }>`
    select deposit_id as "depositId", operator_id as "operatorId", operator_name as operator, round, reference, at
    from wallet.deposit_returns where deposit_id = any (${[...ids]}::uuid[]) order by at`.execute(db)
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: msOf(at) })),
    ({ depositId }) => depositId,
  )
}
