import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { publicInterventions } from '@evenhand/protocol/interventions.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../kernel/time/clock.ts'
import type { Pools } from '../kernel/db/db.ts'
import { publishedRows } from '../kernel/module/figure-source.ts'
import { handle, type Mounted } from '../kernel/http/http.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const freshMs = 60_000

/** Every adjustment there has been. */
const adjustments = `select case when amount > 0 then 'inFavour' else 'against' end as direction, asset, count(*)::int as count,
  sum(abs(amount))::text as sum
from operators.applied_adjustments group by 1, 2 order by 1, 2`

/** `$1`: from when, `$2`: now, epoch milliseconds. */
const restrictions = `select reason, count(*) filter (where at >= to_timestamp($1::bigint / 1000.0))::int as begun,
  count(*) filter (where at >= to_timestamp($1::bigint / 1000.0) and by_two)::int as "byTwo",
  (select count(*)::int from operators.restrictions r where r.reason = l.reason and r.ends_at > to_timestamp($2::bigint / 1000.0)) as "inForce"
from operators.restriction_log l
where at >= to_timestamp($1::bigint / 1000.0) or exists (select from operators.restrictions r where r.reason = l.reason and r.ends_at > to_timestamp($2::bigint / 1000.0))
group by reason order by reason`

/**
 * A minute is down for the seconds in which neither of two instruments that never close has a tick, from five on: below
 * that no instrument closes. Void is counted what had no entry, or no exit, because its seconds lie in such a minute.
 * `$1`: from when, `$2`: now, epoch milliseconds.
 */
const downtime = `with watched as (
  select id, first_ts from markets.instruments where code in ('BTCUSDT', 'ETHUSDT') and first_ts is not null),
known as (
  select (select min(first_ts) / 60000 + 1 from watched)::integer as first,
    (select max(c.minute) from markets.candles c where c.span = 1 and c.instrument_id in (select id from watched)
      and c.minute >= ($1::bigint / 60000)::integer) as last),
bounds as (
  select greatest(($1::bigint / 60000)::integer, known.first) as first, least(known.last, ($2::bigint / 60000)::integer - 1) as last
  from known where known.first is not null and known.last is not null),
recorded as (
  select c.minute, max(c.ticks) as ticks from markets.candles c, bounds
  where c.span = 1 and c.instrument_id in (select id from watched) and c.minute between bounds.first and bounds.last group by 1),
down as (
  select m.minute, 60 - coalesce(r.ticks, 0) as seconds
  from bounds, generate_series(bounds.first, bounds.last) as m(minute) left join recorded r using (minute)
  where coalesce(r.ticks, 0) <= 55),
voided as (
  select coalesce(o.expires_at, o.accepted_at + interval '5 seconds') as due, o.stake from options.orders o
  where o.settled_at >= to_timestamp($1::bigint / 1000.0) and o.status = 'VOID' and o.void_reason in ('NO_ENTRY_TICK', 'FEED_INVALID')
    and o.asset = 1),
stakes as (
  select (due at time zone 'UTC')::date as day, count(*)::int as voids, sum(stake) as stake from voided
  where exists (select from down d where d.minute in (floor(extract(epoch from due) / 60)::integer,
    floor(extract(epoch from due - interval '5 seconds') / 60)::integer))
  group by 1),
days as (
  select (to_timestamp(minute * 60.0) at time zone 'UTC')::date as day, sum(seconds)::int as seconds from down group by 1)
select to_char(day, 'YYYY-MM-DD') as day, coalesce(d.seconds, 0) as seconds, coalesce(s.voids, 0) as voids,
  (coalesce(s.stake, 0) / 1000000.0)::numeric(20, 2)::text as stake
from days d full join stakes s using (day) order by 1 desc`

/**
 * Void real options by instrument and reason, the largest stakes first. Whether one would have won is judged by the close of the
 * minute in which it would have ended, or of the last recorded one before that in which it ran. `$1`: from when, epoch milliseconds.
 */
const voids = `with voided as (
  select o.instrument_id, o.void_reason as reason, o.stake, o.direction * sign(last.close - o.entry_price) as outcome
  from options.orders o left join lateral (
    select c.close from markets.candles c
    where c.span = 1 and c.instrument_id = o.instrument_id
      and c.minute between floor(extract(epoch from o.entry_ts) / 60)::integer and floor(extract(epoch from o.expires_at) / 60)::integer
    order by c.minute desc limit 1) last on true
  where o.settled_at >= to_timestamp($1::bigint / 1000.0) and o.status = 'VOID' and o.asset = 1)
select i.code, v.reason, count(*)::int as orders, count(*) filter (where v.outcome > 0)::int as "wouldHaveWon",
  count(*) filter (where v.outcome < 0)::int as "wouldHaveLost", (sum(v.stake) / 1000000.0)::numeric(20, 2)::text as stake
from voided v join markets.instruments i on i.id = v.instrument_id
group by i.code, v.reason order by sum(v.stake) desc, i.code, v.reason limit 100`

const queries = Object.entries({ adjustments, restrictions, downtime, voids }).map(([name, sql]) => ({
  name: name as z.input<typeof publicInterventions.result>['queries'][number]['name'],
  sql,
  hash: nodeCrypto.sha256(sql),
}))

type Counted = z.input<typeof publicInterventions.result>

async function count({ api }: Pools, asOf: number): Promise<Counted> {
  const span = [asOf - 30 * dayMs, asOf]
  const [given, restricted, down, voided] = await Promise.all([
    publishedRows(api, adjustments, []),
    publishedRows(api, restrictions, span),
    publishedRows(api, downtime, span),
    publishedRows(api, voids, span.slice(0, 1)),
  ])
  return { asOf, adjustments: given, restrictions: restricted, downtime: down, voids: voided, queries }
}

/** What operators did to accounts, and when the product stood still; counted at most once a minute for all callers. */
export function publicInterventionRoutes({ pools, clock }: { pools: Pools; clock: Clock }): Mounted[] {
  let newest: Promise<Counted> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  return [
    handle(publicInterventions, async () => {
      const now = clock.now()
      if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
        countedAt = now
        newest = count(pools, now)
        newest.catch(() => (newest = undefined))
      }
      return newest
    }),
  ]
}
