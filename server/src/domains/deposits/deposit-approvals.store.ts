import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { DepositStatus } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { DepositsDb } from './deposits.store.ts'

type Signed = { operatorId: string; operator: string; round: number; at: number }
/** An approval of a credit that stands, with its values. */
export type Approval = Signed & { amount: bigint; fromAddress: string; creditedBefore: bigint | null }
/** An operator's confirmation that coins went back, with the transaction that sent them. */
export type Return = Signed & { reference: string }

type Stored<T> = Omit<T, 'at'> & { depositId: string; at: Date }
const byDeposit = <T extends Signed>(rows: readonly Stored<T>[]): Map<string, T[]> =>
  Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: msOf(at) }) as unknown as T & { depositId: string }),
    ({ depositId }) => depositId,
  )

/** The approvals of deposits that stand, oldest first. */
export async function approvalsOf(db: DepositsDb, ids: readonly string[]): Promise<Map<string, Approval[]>> {
  const { rows } = await sql<Stored<Approval>>`
    select deposit_id as "depositId", operator_id as "operatorId", operator_name as operator, round, amount,
      from_address as "fromAddress", credited_before as "creditedBefore", at
    from wallet.deposit_approvals where deposit_id = any (${[...ids]}::uuid[]) and withdrawn_at is null order by at`.execute(
    db,
  )
  return byDeposit(rows)
}

/** Who confirmed that coins of deposits were sent back, oldest first. */
export async function returnsOf(db: DepositsDb, ids: readonly string[]): Promise<Map<string, Return[]>> {
  const { rows } = await sql<Stored<Return>>`
    select deposit_id as "depositId", operator_id as "operatorId", operator_name as operator, round, reference, at
    from wallet.deposit_returns where deposit_id = any (${[...ids]}::uuid[]) and withdrawn_at is null order by at`.execute(
    db,
  )
  return byDeposit(rows)
}

/** What an operator has before approving a deposit. */
export type Ground = {
  revision: number
  evidence: 'CHAIN' | 'PROOF' | 'NONE_SENT' | null
  creditedBefore: bigint | null
}

/** The number of an operator's next signature under deposits, on what it may be given, and for a part what was credited before. */
export async function groundsOf(
  db: DepositsDb,
  { ids, operatorId }: { ids: readonly string[]; operatorId: string },
): Promise<Map<string, Ground>> {
  const { rows } = await sql<Ground & { id: string }>`
    select d.id, wallet.next_revision(d.id, d.round, ${operatorId}) as revision,
      wallet.evidence_of(d.id, ${operatorId}) as evidence,
      case when d.part then (select coalesce(sum(o.credited), 0)::bigint from wallet.credits c join wallet.deposits o on o.id = c.deposit_id
        where c.chain = d.chain and c.tx_hash = d.tx_hash and c.reversed_entry is null and o.asset = d.asset and o.id <> d.id)
      end as "creditedBefore"
    from wallet.deposits d where d.id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...ground }) => [id, ground]))
}

/** An amount of a deposit whose credit is thought of; `price` in smallest units of USDT for a whole coin, null without one. */
export type Thought = { id: string; amount: bigint; price: bigint | null }

/** How many persons each credit would need that an operator approves; a deposit in several amounts needs what the highest requires. */
export async function approvalsNeeded(
  db: DepositsDb,
  { thoughts, operatorId, at }: { thoughts: readonly Thought[]; operatorId: string; at: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; needed: number }>`
    select id, max(needed) as needed from wallet.list_approvals_needed(${thoughts.map(({ id }) => id)}::uuid[],
      ${thoughts.map(({ amount }) => amount)}::bigint[], ${thoughts.map(({ price }) => price)}::bigint[],
      ${operatorId}::uuid, ${dateOf(at)}) group by id`.execute(db)
  return new Map(rows.map(({ id, needed }) => [id, needed]))
}

/** What an operator may still credit by hand without a second, in smallest units of USDT. */
export async function mayCreditAlone(
  db: DepositsDb,
  { operatorId, at }: { operatorId: string; at: number },
): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`
    select wallet.may_credit_alone(${operatorId}::uuid, ${dateOf(at)}) as units`.execute(db)
  return rows[0]?.units ?? 0n
}

export type OtherDeposit = {
  id: string
  orderNo: bigint
  customerId: string
  coin: FundCoin
  status: DepositStatus
  amount: bigint
  credited: bigint | null
}

/** Other deposits of the same transactions, oldest first. */
export async function sameTransactions(db: DepositsDb, ids: readonly string[]): Promise<Map<string, OtherDeposit[]>> {
  const { rows } = await sql<OtherDeposit & { depositId: string }>`
    select d.id as "depositId", o.id, o.order_no as "orderNo", o.customer_id as "customerId", ledger.asset_name(o.asset) as coin, o.status, o.amount, o.credited
    from wallet.deposits d join wallet.deposits o on o.chain = d.chain and o.tx_hash = d.tx_hash and o.id <> d.id
    where d.id = any (${[...ids]}::uuid[]) order by o.order_no`.execute(db)
  return Map.groupBy(rows, ({ depositId }) => depositId)
}
