import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { beginsWith } from '../../kernel/db/hash-start.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'

// Withdrawals by the numbers and texts that name them.

/** The number of the customer's oldest withdrawal that has not ended, sent or not; undefined where there is none. */
export async function waitingWithdrawal(tx: AnyDb, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderNo: string }>`
    select order_no::text as "orderNo" from wallet.withdrawals
    where customer_id = ${customerId} and status not in ('REJECTED', 'COMPLETED', 'FAILED', 'CANCELLED')
    order by order_no limit 1`.execute(tx)
  return rows[0]?.orderNo
}

/** USDT of an account that withdrawals held at a time, smallest units. */
export async function withdrawingAt(tx: AnyDb, { accountId, at }: { accountId: bigint; at: number }): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`
    select coalesce(sum(amount), 0)::bigint as units from wallet.withdrawals
    where account_id = ${accountId} and asset = 1 and requested_at <= ${dateOf(at)}
      and (status not in ('REJECTED', 'COMPLETED', 'FAILED', 'CANCELLED') or moved_at > ${dateOf(at)})`.execute(tx)
  return rows[0]?.units ?? 0n
}

/** The number of a customer's own withdrawal; undefined where it is none of this customer's. */
export async function customerWithdrawalNo(
  db: WithdrawalsDb,
  { id, customerId }: { id: string; customerId: string },
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('wallet.withdrawals')
    .select('order_no')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
  return rows[0] && String(rows[0].order_no)
}

/** Numbers of one customer's withdrawals by their ids; those of another customer are left out. */
export async function nameWithdrawals(
  db: WithdrawalsDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; orderNo: bigint }>`
    select id, order_no as "orderNo" from wallet.withdrawals
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, orderNo }) => [id, { id, of: 'withdrawal', orderNo: orderNo.toString() }]))
}

const maxRows = 10

/**
 * Withdrawals by a whole id, number or receiving address, or the beginning of a transaction id, the newest first, at most
 * ten. Each condition has its index: what is not sought is null and equals nothing.
 */
export async function searchWithdrawals(
  db: WithdrawalsDb,
  params: { id?: string; withdrawalNo?: bigint; hashStart?: string; address?: string },
) {
  const { rows } = await sql<{ id: string; no: bigint; customerId: string; status: string; at: Date }>`
    select id, order_no as no, customer_id as "customerId", status, requested_at as at
    from wallet.withdrawals where id = ${params.id ?? null}::uuid or order_no = ${params.withdrawalNo ?? null}::bigint
      or (chain = any (array['bitcoin', 'ethereum', 'tron']) and ${beginsWith(sql.ref('txid'), params.hashStart)})
      or address = ${params.address ?? null}
    order by at desc limit ${maxRows}`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'withdrawal' as const, no: row.no.toString(), at: msOf(row.at) }))
}

/** What of a customer's coins is on its way out, by coin. */
export async function leavingOf(db: WithdrawalsDb, customerId: string): Promise<Map<FundCoin, bigint>> {
  const { rows } = await sql<{ coin: FundCoin; units: bigint }>`
    select coin, sum(amount)::bigint as units from wallet.withdrawals
    where customer_id = ${customerId} and status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST')
    group by coin`.execute(db)
  return new Map(rows.map(({ coin, units }) => [coin, units]))
}
