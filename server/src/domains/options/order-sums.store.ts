import type { AccountMode } from '@evenhand/protocol/money.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import { assetOfMode } from './options.store.ts'

/** What a customer did on one account: bought, sold early, gained or lost by what settled (smallest units), and has open. */
export type Trades = { buys: number; sells: number; profitLoss: bigint; open: number }

/** What a customer did since a time, epoch ms, on each account. */
export async function tradesSince(
  db: Db<'options'>,
  params: { accountId: bigint; since: number },
): Promise<Record<'virtual' | 'real', Trades>> {
  const since = dateOf(params.since)
  const { rows } = await sql<{ asset: number; buys: number; sells: number; profit_loss: bigint; open: number }>`
    with known as (
      select asset, accepted_at, null::text as status, 0::bigint as gain, null::timestamptz as settled_at
      from options.open_orders where account_id = ${params.accountId}
      union all
      select asset, accepted_at, status, gain, settled_at from options.orders
      where account_id = ${params.accountId} and id >= options.first_id(${since}::timestamptz - interval '8 days') and settled_at >= ${since})
    select asset, count(*) filter (where accepted_at >= ${since})::int as buys,
      count(*) filter (where status = 'SOLD')::int as sells, coalesce(sum(gain), 0)::bigint as profit_loss,
      count(*) filter (where settled_at is null)::int as open
    from known group by asset`.execute(db)
  const ofAsset = (asset: number): Trades => {
    const row = rows.find((one) => one.asset === asset)
    return { buys: row?.buys ?? 0, sells: row?.sells ?? 0, profitLoss: row?.profit_loss ?? 0n, open: row?.open ?? 0 }
  }
  return { virtual: ofAsset(assetOfMode.virtual), real: ofAsset(assetOfMode.real) }
}

/**
 * Of a hundred accounts with a real order that settled since a time, how many lost by all of them together; one decimal.
 * Nothing below a hundred accounts: a rate of a few people is none.
 */
export const lossRate = (db: Db<'options'>): FigureSource =>
  figureSource(
    db,
    `with results as (
  select account_id, sum(gain) as gain from options.orders
  where asset = 1 and settled_at >= to_timestamp($1::float8 / 1000) and status <> 'VOID' group by account_id)
select case when count(*) >= 100 then round(100.0 * count(*) filter (where gain < 0) / count(*), 1)::text end as value
from results`,
  )

/** Settled orders that are added up at most: a customer with more is judged by the newest. */
const maxCounted = 20_000

/** What the settled real orders of an account came to, in smallest units of USDT; negative: a loss. */
export async function tradedNet(db: Db<'options'>, accountId: bigint): Promise<bigint> {
  const { rows } = await sql<{ units: bigint }>`
    select coalesce(sum(gain) filter (where asset = ${assetOfMode.real}), 0)::bigint as units from (
      select asset, gain from options.orders where account_id = ${accountId} order by id desc limit ${maxCounted}) o`.execute(
    db,
  )
  return rows[0]?.units ?? 0n
}

/** Stakes of an account that were in open orders at a time, smallest units of USDT. */
export async function stakedAt(
  db: Db<'options'>,
  { accountId, mode, at }: { accountId: bigint; mode: AccountMode; at: number },
): Promise<bigint> {
  const [asset, then] = [assetOfMode[mode], dateOf(at)]
  const { rows } = await sql<{ units: bigint }>`
    select (coalesce((select sum(stake) from options.open_orders
        where account_id = ${accountId} and asset = ${asset} and accepted_at <= ${then}), 0)
      + coalesce((select sum(stake) from options.orders
        where account_id = ${accountId} and asset = ${asset} and accepted_at <= ${then} and settled_at > ${then}), 0))::bigint as units`.execute(
    db,
  )
  return rows[0]?.units ?? 0n
}
