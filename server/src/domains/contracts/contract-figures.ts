import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import type { Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import type { Markets } from '../markets/index.ts'
import { contractInstrument, rateNow } from './contract-instrument.ts'
import type { ContractTermsBook } from './terms-book.ts'

type FigureParams = { markets: Pick<Markets, 'instrument' | 'instruments' | 'latest'>; terms: ContractTermsBook }

/** Both sides of each instrument that has a price, and what a unit of it is in USDT, as the columns that a statement unnests. */
function pricesNow({ markets, terms }: FigureParams): unknown[] {
  const { classes } = terms.now()
  const rows = markets.instruments().flatMap((instrument) => {
    const price = markets.latest(instrument.code)?.price
    const rate = price === undefined ? undefined : rateNow(markets, instrument)
    if (price === undefined || rate === undefined) return []
    const { bid, ask } = sidesOf(contractInstrument(instrument, classes), price)
    // Hundred-millionths of a unit and a price in steps of the record, in millionths of a USDT.
    const divisor = rate.denominator * 10n ** BigInt(2 + instrument.precision)
    return [[instrument.id, String(bid), String(ask), String(rate.numerator), String(divisor)] as const]
  })
  return [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]))
}

/**
 * Of a hundred accounts with a real contract that closed since a time or is open, how many lost by all of them together,
 * open ones at the newest price with the spread in force, after fees and financing; one decimal. Nothing below a hundred accounts. `$2` to `$6`:
 * instruments, bid, ask, and the fraction by which units times a price are millionths of a USDT.
 */
export const contractsLossRate = (db: Db<'contracts'>, params: FigureParams): FigureSource =>
  figureSource(
    db,
    `with prices as (select * from unnest($2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[])
  as p(instrument_id, bid, ask, numerator, divisor)),
parts as (
  select account_id, profit - fee_open - fee_close - financing as net from contracts.history
  where asset = 1 and status = 'CLOSED' and ended_at >= to_timestamp($1::float8 / 1000)
  union all
  select account_id, coalesce(units * (case side when 1 then bid - open_price else open_price - ask end) * numerator / divisor, 0)
    - fee_open - financing
  from contracts.positions left join prices using (instrument_id) where asset = 1),
results as (select account_id, sum(net) as net from parts group by account_id)
select case when count(*) >= 100 then round(100.0 * count(*) filter (where net < 0) / count(*), 1)::text end as value
from results`,
    () => pricesNow(params),
  )

/**
 * How far real market orders that were filled since a time opened from the price that was seen when they were accepted, in
 * hundredths of a per cent of it; positive: worse for the customer. Orders with a bound of their own are left out, since it
 * cuts one side off. A JSON object: how many, mean with its 95 % interval, and a count for each of thirteen ranges, from
 * better than 10 over none to worse than 10. Nothing below a hundred orders.
 */
export const contractSlippage = (db: Db<'contracts'>): FigureSource =>
  figureSource(
    db,
    `with since as (select to_timestamp($1::float8 / 1000) as at),
opened as (
  select account_id, id, side, open_price from contracts.positions, since
  where asset = 1 and order_type = 'MARKET' and max_slippage is null and open_ts >= since.at
  union
  select account_id, coalesce(parent_id, id), side, open_price from contracts.history, since
  where asset = 1 and status = 'CLOSED' and order_type = 'MARKET' and max_slippage is null
    and ended_at >= since.at and open_ts >= since.at),
moves as (
  select side * (open_price - seen.price) * 10000 / seen.price as move
  from opened join lateral (
    select replace(body::json ->> 'seenPrice', '.', '')::numeric as price from contracts.records
    where account_id = opened.account_id and order_id = opened.id and body::json ->> 'kind' = 'accepted') seen on seen.price > 0),
ranges as (
  select case when move = 0 then 0
    else sign(move) * (1 + width_bucket(abs(move), array[0.5, 1, 2, 5, 10]::numeric[])) end as range, count(*) as n
  from moves group by 1),
whole as (select count(*) as n, avg(move) as mean, 1.96 * stddev_samp(move) / sqrt(count(*)::numeric) as half from moves)
select case when n >= 100 then json_build_object('orders', n, 'mean', round(mean, 3), 'low', round(mean - half, 3),
  'high', round(mean + half, 3), 'counts', (
    select json_agg(coalesce(ranges.n, 0) order by one) from generate_series(-6, 6) one left join ranges on range = one))::text
end as value
from whole`,
  )

/**
 * Close-outs of real accounts by UTC day since a time: a JSON list of [day since 1970, positions, accounts, what negative
 * balance protection paid, what of that the house's capital did], smallest units of USDT as text; days without any are left out.
 */
export const contractCloseOuts = (db: Db<'contracts'>): FigureSource =>
  figureSource(
    db,
    `with closed as (
  select floor(extract(epoch from ended_at) / 86400)::int as day, count(*) as positions, count(distinct account_id) as accounts
  from contracts.history
  where asset = 1 and close_reason = 'CLOSEOUT' and ended_at >= to_timestamp($1::float8 / 1000) group by 1),
paid as (
  select floor(extract(epoch from at) / 86400)::int as day, sum(amount) as amount, sum(amount - from_reserve) as house
  from contracts.protections where asset = 1 and at >= to_timestamp($1::float8 / 1000) group by 1)
select coalesce(json_agg(json_build_array(day, coalesce(positions, 0), coalesce(accounts, 0),
  coalesce(amount, 0)::text, coalesce(house, 0)::text) order by day), '[]')::text as value
from closed full join paid using (day)`,
  )
