import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'

/** What a customer was shown: amount and fee in smallest units of the method's coin. */
export type Quote = {
  id: string
  customerId: string
  method: string
  addressId: string
  amount: bigint
  fee: bigint
  endsAt: number
}

/** Keeps a quote; of one customer the oldest beyond fifty make room. */
export async function keepQuote(db: WithdrawalsDb, params: Quote): Promise<void> {
  await sql`
    with gone as (delete from wallet.withdrawal_quotes where id in (
      select id from wallet.withdrawal_quotes where customer_id = ${params.customerId} order by ends_at desc offset 49))
    insert into wallet.withdrawal_quotes (id, customer_id, method, address_id, amount, fee, ends_at)
    values (${params.id}, ${params.customerId}, ${params.method}, ${params.addressId}, ${params.amount}, ${params.fee}, ${dateOf(params.endsAt)})`.execute(
    db,
  )
}

/** A quote of a customer's that has not ended; undefined where there is none of that id. */
export async function findQuote(
  db: WithdrawalsDb,
  { id, customerId, now }: { id: string; customerId: string; now: number },
): Promise<Quote | undefined> {
  const { rows } = await sql<{
    method: string
    address_id: string
    amount: bigint
    fee: bigint
    ends_at: Date
  }>`select method, address_id, amount, fee, ends_at from wallet.withdrawal_quotes
    where id = ${id} and customer_id = ${customerId} and ends_at > ${dateOf(now)}`.execute(db)
  const row = rows[0]
  return (
    row && {
      id,
      customerId,
      method: row.method,
      addressId: row.address_id,
      amount: row.amount,
      fee: row.fee,
      endsAt: msOf(row.ends_at),
    }
  )
}

/** Forgets quotes that have ended. */
export async function forgetQuotes(db: WithdrawalsDb, now: number): Promise<void> {
  await sql`delete from wallet.withdrawal_quotes where ends_at < ${dateOf(now)}`.execute(db)
}
