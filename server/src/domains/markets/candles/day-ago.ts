import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { PriceSource } from '../sources/source.ts'
import { unpackSegment } from '../record/segment.ts'
import type { Tick } from '../record/tick.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** The last price at or before 24 hours before a time, per instrument: what a change is measured from. */
export type DayAgo = {
  /** Reads where each instrument's price stood 24 h before `ts`. Called before anything else, and after time was skipped. */
  load(wanted: readonly { instrument: Instrument; ts: number; firstTs: number | undefined }[]): Promise<void>
  /** Reads the minute that the next seconds will need. Times only rise. */
  prepare(ts: number): Promise<void>
  /** The price 24 h before `ts`, or undefined where the instrument had none. */
  priceBefore(instrument: Instrument, ts: number): bigint | undefined
}

type LastTick = { price: bigint | undefined; firstTs: number | undefined; ticks: Tick[] }

/**
 * `source` is read for the time before an instrument's first recorded tick, and must be one of its own: it stays on
 * yesterday, where the feed's stays on today.
 */
export function createDayAgo({ db, source }: { db: Kysely<DB>; source: PriceSource }): DayAgo {
  const lastTicks = new Map<number, LastTick>()
  let prepared = 0

  const take = (lastTick: LastTick, target: number): void => {
    for (let next = lastTick.ticks[0]; next !== undefined && next.ts <= target; next = lastTick.ticks[0]) {
      lastTick.price = next.price
      lastTick.ticks.shift()
    }
  }

  const addMinute = async (minute: number): Promise<void> => {
    const { rows } = await sql<{ instrument_id: number; first_seq: number; payload: Buffer }>`
      select instrument_id, first_seq::float8, payload from markets.segments where minute = ${minute}`.execute(db)
    for (const row of rows) {
      const ticks = unpackSegment(minute, row.first_seq, row.payload).filter((tick) => !tick.late)
      lastTicks.get(row.instrument_id)?.ticks.push(...ticks)
    }
  }

  return {
    async load(wanted) {
      lastTicks.clear()
      const recorded = wanted.filter(({ ts, firstTs }) => firstTs !== undefined && firstTs <= ts - dayMs)
      const closes = await closesBefore(
        db,
        recorded.map(({ instrument, ts }) => ({ id: instrument.id, minute: Math.floor((ts - dayMs) / minuteMs) })),
      )
      for (const { instrument, ts, firstTs } of wanted) {
        const price = closes.get(instrument.id) ?? source.priceAtOrBefore(instrument, ts - dayMs)?.price
        lastTicks.set(instrument.id, { price, firstTs, ticks: [] })
      }
      prepared = 0
    },
    async prepare(ts) {
      const minute = Math.floor((ts - dayMs) / minuteMs)
      // One minute ahead, so that its first second finds it here.
      const from = prepared === 0 ? minute : Math.max(prepared + 1, minute)
      for (let next = from; next <= minute + 1; next += 1) await addMinute(next)
      prepared = Math.max(prepared, minute + 1)
    },
    priceBefore(instrument, ts) {
      const target = ts - dayMs
      const lastTick = lastTicks.get(instrument.id) ?? { price: undefined, firstTs: ts, ticks: [] }
      lastTicks.set(instrument.id, lastTick)
      lastTick.firstTs ??= ts
      if (target < lastTick.firstTs)
        lastTick.price = source.priceAt(instrument, Math.floor(target / 1000)) ?? lastTick.price
      else take(lastTick, target)
      return lastTick.price
    },
  }
}

/** The close of the last minute with ticks before `minute`, of each instrument that has one. */
async function closesBefore(
  db: Kysely<DB>,
  wanted: readonly { id: number; minute: number }[],
): Promise<Map<number, bigint>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: number; close: bigint }>`
    select wanted.id, last.close
    from unnest(${wanted.map((one) => one.id)}::integer[], ${wanted.map((one) => one.minute)}::integer[]) as wanted(id, minute)
    cross join lateral (
      select close from markets.candles
      where instrument_id = wanted.id and span = 1 and candles.minute < wanted.minute
      order by candles.minute desc limit 1) last`.execute(db)
  return new Map(rows.map((row) => [row.id, row.close]))
}
