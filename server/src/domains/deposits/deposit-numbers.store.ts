import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { beginsWith } from '../../kernel/db/hash-start.ts'
import { coinOf, type AnyDb } from '../ledger/index.ts'
import { depositNo } from './deposits.rules.ts'
import type { DepositsDb } from './deposits.store.ts'

// Deposits by the numbers and texts that name them.

/** The number of the customer's oldest deposit that waits to be credited; undefined where none does. */
export async function waitingDeposit(tx: AnyDb, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderNo: bigint }>`
    select order_no as "orderNo" from wallet.deposits
    where customer_id = ${customerId} and status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
    order by order_no limit 1`.execute(tx)
  return rows[0] && depositNo(rows[0].orderNo)
}

/** The number of a customer's own deposit, as its papers have it; undefined where it is none of this customer's. */
export async function customerDepositNo(
  db: DepositsDb,
  { id, customerId }: { id: string; customerId: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('wallet.deposits')
    .select('order_no')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
  return rows[0] && depositNo(rows[0].order_no)
}

/** Numbers of one customer's deposits by their ids; those of another customer are left out. */
export async function nameDeposits(
  db: DepositsDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; orderNo: bigint }>`
    select id, order_no as "orderNo" from wallet.deposits
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, orderNo }) => [id, { id, of: 'deposit', orderNo: depositNo(orderNo) }]))
}

const maxRows = 10

/**
 * Deposits by a whole id, number or sending address, or the beginning of a transaction hash, the newest first, at most ten. Each condition has
 * its index: what is not sought is null and equals nothing.
 */
export async function searchDeposits(
  db: DepositsDb,
  params: { id?: string; depositNo?: bigint; hashStart?: string; address?: string },
) {
  const { rows } = await sql<{ id: string; no: bigint; customerId: string; status: string; at: Date }>`
    select id, order_no as no, customer_id as "customerId", status, created_at as at
    from wallet.deposits where id = ${params.id ?? null}::uuid or order_no = ${params.depositNo ?? null}::bigint
      or (chain = any (array['bitcoin', 'ethereum', 'tron']) and ${beginsWith(sql.ref('tx_hash'), params.hashStart)})
      or from_address = ${params.address ?? null}
    order by at desc limit ${maxRows}`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'deposit' as const, no: depositNo(row.no), at: msOf(row.at) }))
}

/** Whose address for deposits it is: ids of customers. */
export async function ownersOfAddress(db: DepositsDb, address: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from wallet.addresses_in
    where chain = any (array['bitcoin', 'ethereum', 'tron']) and address = ${address} and customer_id is not null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What a customer owes for deposits that went back, by coin. */
export async function debtsOf(db: DepositsDb, customerId: string): Promise<Map<FundCoin, bigint>> {
  const { rows } = await sql<{ asset: number; units: bigint }>`
    select asset, sum(amount)::bigint as units from wallet.debts where customer_id = ${customerId} group by asset`.execute(
    db,
  )
  return new Map(rows.map(({ asset, units }) => [coinOf(asset), units]))
}
