import type { Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'

/**
 * What customers have converted, by the amount given: in smallest units of USDT, other coins at the price of the tick that
 * decided.
 */
export const convertedVolume = (db: Db<'conversions'>): FigureSource =>
  figureSource(
    db,
    `select coalesce(sum(case c.from_asset when 1 then c.amount
  else trunc(c.amount * (select (t->>'price')::numeric from jsonb_array_elements(c.ticks) t
    where t->>'code' = case c.from_asset when 4 then 'BTCUSDT' else 'ETHUSDT' end) / 100) end), 0)::bigint::text as value
from wallet.conversions c where c.done_at >= to_timestamp($1::float8 / 1000)`,
  )
