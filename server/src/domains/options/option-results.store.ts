import type { Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'

/**
 * Real options that a price decided since a time, beside what chance alone would give. With either direction equally likely the
 * house earns `stake × (1 − rate) ÷ 2` of an option. The standard error is that of groups: options of one instrument that
 * ended in the same hour followed the same prices, so their distances from what was expected are added before they are
 * squared. A JSON object of counts, and of smallest units of USDT as text. Nothing below a hundred options or thirty groups.
 */
export const optionResults = (db: Db<'options'>): FigureSource =>
  figureSource(
    db,
    `with groups as (
  select count(*) as orders, count(*) filter (where status = 'WON') as won, sum(stake) as staked, sum(-gain) as result,
    sum(stake * (1000000 - payout_ppm) / 2000000.0) as expected
  from options.orders
  where asset = 1 and status in ('WON', 'LOST') and settled_at >= to_timestamp($1::float8 / 1000)
  group by instrument_id, floor(extract(epoch from expires_at) / 3600)),
whole as (
  select count(*) as groups, sum(orders) as orders, sum(won) as won, sum(staked) as staked, sum(result) as result,
    sum(expected) as expected, sqrt(sum((result - expected) ^ 2)) as error
  from groups)
select case when orders >= 100 and groups >= 30 then json_build_object('orders', orders, 'won', won, 'groups', groups,
  'staked', staked::text, 'result', result::text, 'expected', round(expected)::text, 'error', ceil(error)::text)::text end as value
from whole`,
  )
