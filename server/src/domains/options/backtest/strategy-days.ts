import { figureSource, type FigureSource } from '../../../kernel/module/figure-source.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

/** What a strategy returned on a category of instruments on a day; shares of the stake. */
export type StrategyRow = {
  readonly category: number
  readonly signal: string
  readonly side: string
  readonly orders: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** The newest day that was counted, in days since 1970; undefined before the first. */
export async function newestStrategyDay(db: Db<'options'>): Promise<number | undefined> {
  const { rows } = await sql<{ day: number | null }>`select max(day) as day from options.strategy_days`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Keeps what was counted of a day, all of it or nothing; a day that another process has counted stays as it is. */
export async function keepStrategyDay(db: Db<'options'>, day: number, rows: readonly StrategyRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into options.strategy_days (day, category, signal, side, orders, mean, low, high)
    select ${day}::integer, * from unnest(
      ${rows.map((row) => row.category)}::smallint[], ${rows.map((row) => row.signal)}::text[],
      ${rows.map((row) => row.side)}::text[], ${rows.map((row) => row.orders)}::integer[],
      ${rows.map((row) => row.mean)}::float8[], ${rows.map((row) => row.low)}::float8[],
      ${rows.map((row) => row.high)}::float8[])
    on conflict do nothing`.execute(db)
}

const newest = `select json_agg(
  json_build_array(day, category, signal, side, orders, round(mean::numeric, 4), round(low::numeric, 4), round(high::numeric, 4))
  order by category, signal, side)::text as value
from options.strategy_days
where day = (select max(day) from options.strategy_days)`

/** The newest day as a figure: a JSON list of [day, category, signal, side, orders, mean, low, high]. */
export const strategyReturns = (db: Db<'options'>): FigureSource => figureSource(db, newest)
