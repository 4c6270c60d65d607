import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { DayAgo } from '../candles/day-ago.ts'
import type { Opening } from './quote-board.ts'
import type { LastTick } from '../sources/source-statuses.ts'
import type { PriceSource } from '../sources/source.ts'

export type OpeningDeps = {
  db: Kysely<DB>
  source: PriceSource
  dayAgo: DayAgo
  instruments: readonly Instrument[]
  lastTick: (instrumentId: number) => LastTick | undefined
}

/**
 * Where every instrument stands at `now`: its newest recorded tick, or the last generated price where the record has
 * none, with its last hundred closes. So a board has everything to show in its first second. Where nothing is generated,
 * an instrument without a recorded tick has no price: the catalogue's reference is not one.
 */
export async function openings(
  { db, source, dayAgo, instruments, lastTick }: OpeningDeps,
  now: number,
): Promise<Opening[]> {
  const closes = await recordedCloses(db)
  const points = instruments.map((instrument) => {
    const newest = lastTick(instrument.id)?.newest
    const generated = source.live === undefined ? { ts: now, price: instrument.refUnits } : undefined
    const point = newest ?? source.priceAtOrBefore(instrument, now) ?? generated
    return { instrument, newest, price: point?.price, ts: point?.ts ?? now }
  })
  await dayAgo.load(points.map(({ instrument, ts }) => ({ instrument, ts, firstTs: lastTick(instrument.id)?.firstTs })))
  await dayAgo.prepare(now)
  return points.map(({ instrument, newest, price, ts }) => {
    const recorded = closes.get(instrument.id) ?? []
    const before =
      recorded.length >= 100 ? [] : source.lastHundredCloses(instrument, lastTick(instrument.id)?.firstTs ?? now)
    return {
      instrument,
      price,
      ts,
      newest,
      feedKind: newest?.feedKind ?? source.feedKind(instrument),
      dayAgo: dayAgo.priceBefore(instrument, ts),
      closes: [...before, ...recorded].slice(-100),
    }
  })
}

/** The last hundred recorded one-minute closes of each instrument, oldest first. */
async function recordedCloses(db: Kysely<DB>): Promise<Map<number, bigint[]>> {
  const { rows } = await sql<{ id: number; closes: bigint[] }>`
    select id, array(
      select close from (
        select minute, close from markets.candles where instrument_id = known.id and span = 1 order by minute desc limit 100) newest
      order by minute) as closes
    from markets.instruments known where first_ts is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.closes]))
}
