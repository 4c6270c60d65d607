import { dayMs } from '@evenhand/protocol/durations.ts'
import type { MarginEvent } from '@evenhand/protocol/contracts-console.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { contractNoText, usdtText } from '../contracts.rules.ts'
import type { CustomersOf } from './largest-accounts.ts'

/** How many of the newest are listed. */
const maxShown = 50

type Row = {
  is: MarginEvent['is']
  at: Date
  account_id: bigint
  order_no: bigint | null
  instrument_id: number | null
  level: string | null
  amount: bigint | null
}
type Deps = { db: Db<'contracts'>; codeOf: (instrumentId: number) => string; customersOf: CustomersOf }

/**
 * Margin calls, close-outs and payments of negative balances in an asset since 00:00 UTC: how many, and the newest. The level
 * of a close-out is the one that its signed record states.
 */
export async function marginToday({ db, codeOf, customersOf }: Deps, asset: number, now: number) {
  const since = Math.floor(now / dayMs) * dayMs
  const from = dateOf(since)
  const [counts, { rows }] = await Promise.all([countsSince(db, asset, since), newestSince(db, asset, from)])
  const customers = await customersOf([...new Set(rows.map(({ account_id }) => account_id))])
  const events = rows.map((row) => ({
    is: row.is,
    at: msOf(row.at),
    customerId: customers.get(row.account_id) ?? null,
    orderNo: row.order_no === null ? null : contractNoText(row.order_no),
    code: row.instrument_id === null ? null : codeOf(row.instrument_id),
    level: row.level,
    amount: row.amount === null ? null : usdtText(row.amount),
  }))
  return { since, ...counts, events }
}

async function countsSince(db: Db<'contracts'>, asset: number, since: number) {
  const from = dateOf(since)
  const { rows } = await sql<{ warnings: number; closeOuts: number; protections: number }>`
    select (select count(*)::int from contracts.margin_calls c where c.asset = ${asset} and c.at >= ${from}) as warnings,
      (select count(*)::int from contracts.history h
        where h.asset = ${asset} and h.close_reason = 'CLOSEOUT' and h.ended_at >= ${from}) as "closeOuts",
      (select count(*)::int from contracts.protections p where p.asset = ${asset} and p.at >= ${from}) as protections`.execute(
    db,
  )
  return rows[0] ?? { warnings: 0, closeOuts: 0, protections: 0 }
}

const newestSince = (db: Db<'contracts'>, asset: number, from: Date) =>
  sql<Row>`
    with closed as (
      select h.account_id, coalesce(h.parent_id, h.id) as of, h.order_no, h.instrument_id, h.profit, h.ended_at
      from contracts.history h where h.asset = ${asset} and h.close_reason = 'CLOSEOUT' and h.ended_at >= ${from}
      order by h.ended_at desc limit ${maxShown})
    select * from (
      (select 'warning' as is, c.at, c.account_id, null::bigint as order_no, null::int as instrument_id,
          trunc(c.level / 10000.0, 2)::text as level, null::bigint as amount
        from contracts.margin_calls c where c.asset = ${asset} and c.at >= ${from} order by c.at desc limit ${maxShown})
      union all
      select 'closeOut', c.ended_at, c.account_id, c.order_no, c.instrument_id,
        (select trunc((r.body::jsonb ->> 'equity')::numeric * 100 / (r.body::jsonb ->> 'margin')::numeric, 2)::text
          from contracts.records r join contracts.batches b on b.id = r.batch_id
          where r.account_id = c.account_id and r.order_id = c.of and r.body::jsonb ->> 'kind' = 'closingOut'
          order by b.seq desc, r.batch_index desc limit 1), c.profit
      from closed c
      union all
      (select 'protection', p.at, p.account_id, null, null, null, p.amount
        from contracts.protections p where p.asset = ${asset} and p.at >= ${from} order by p.at desc limit ${maxShown})) e
    order by e.at desc, e.is limit ${maxShown}`.execute(db)
