import type { Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'

/**
 * Notional of real contracts that opened and that closed since a time, smallest units of USDT, each at its own price; a
 * closing at the rate of the quote currency when it opened. A part that closed counts for what of the opening was its.
 */
export const tradedVolume = (db: Db<'contracts'>): FigureSource =>
  figureSource(
    db,
    `with since as (select to_timestamp($1::float8 / 1000) as at)
select (coalesce((select sum(notional) from contracts.positions, since where asset = 1 and open_ts >= since.at), 0)
  + coalesce((select sum(notional * (open_ts >= since.at)::int
      + floor(notional::numeric * close_price / open_price) * (close_ts >= since.at)::int) from contracts.history, since
      where asset = 1 and status = 'CLOSED' and ended_at >= since.at), 0))::numeric(40)::text as value`,
  )
