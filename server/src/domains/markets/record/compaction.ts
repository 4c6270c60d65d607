import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../../kernel/db/db.ts'
import { minuteCandles } from '../candles/candle.ts'
import { addMinute, type MinuteRows } from './compaction.store.ts'
import type { Recorder } from './recorder.ts'
import type { LastTick, RecordStore } from './record.store.ts'
import { listSeconds } from './seconds.store.ts'
import { unpackBlock } from './second-block.ts'
import { packSegment } from './segment.ts'
import { lateAfterMs } from '../sources/source-statuses.ts'
import { flagsOf, type Tick } from './tick.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A minute is compacted this long after its end: by then any of its ticks that is still to come is late. */
export const compactAfterMs = lateAfterMs + 1000

/** Instruments between two pauses in which others are served. */
const restEvery = 64

export type CompactionDeps = { db: Kysely<DB>; store: RecordStore; recorder: Pick<Recorder, 'holder' | 'closeThrough'> }

/**
 * Compacts the blocks of every minute that ended before `until` into segments and closed candles, minute by minute, each in
 * one transaction: killed at any point it goes on where it stood. `until` is an epoch millisecond on a whole minute.
 */
export async function compact({ db, store, recorder }: CompactionDeps, until: number): Promise<void> {
  let { compactedUntil: from } = await store.getLease()
  if (from >= until) return
  // First nothing on its way may still count for these minutes; only then is what the record holds all there is.
  await recorder.closeThrough(until - 1)
  while (from < until) {
    const pending = await pendingTicks(db, store, from)
    const oldest = [...pending.values()].reduce((min, ticks) => Math.min(min, ticks[0]?.ts ?? min), until)
    const step = Math.min(until, Math.max(from + 60_000, (Math.floor(oldest / 60_000) + 1) * 60_000))
    await store.openDay(Math.floor((step - 1) / dayMs))
    await addMinute(db, await minuteRows(pending, step), { holder: recorder.holder(), from, until: step })
    from = step
  }
}

/** Ticks that stand in no segment yet, by instrument and in the order of seq. They lie in blocks written since `from`. */
async function pendingTicks(db: Kysely<DB>, store: RecordStore, from: number): Promise<Map<number, Tick[]>> {
  const compacted = new Map((await store.listLastTicks()).map((known) => [known.id, known.lastSeq]))
  const pending = new Map<number, Tick[]>()
  for (const row of await listSeconds(db, from - 1)) {
    const block = unpackBlock(row.block)
    // Calls that wait are served between two blocks: compacting a minute of everything takes longer than a response should.
    await setImmediate()
    for (let index = 0; index < block.length; index += 1) {
      const id = block.instrumentId(index)
      const tick = block.tick(index)
      if (tick.seq <= (compacted.get(id) ?? 0)) continue
      const ticks = pending.get(id)
      if (ticks === undefined) pending.set(id, [tick])
      else ticks.push(tick)
    }
  }
  return pending
}

/**
 * The segments and candles of the minute that ends at `until`. A segment ends before the first tick at or after `until`,
 * so it is an unbroken run of seq; a late tick that came after its own minute was closed stands in the next one.
 */
async function minuteRows(pending: ReadonlyMap<number, readonly Tick[]>, until: number): Promise<MinuteRows> {
  const minute = until / 60_000 - 1
  const rows: {
    segments: MinuteRows['segments'][number][]
    candles: MinuteRows['candles'][number][]
    newest: LastTick[]
  } = {
    segments: [],
    candles: [],
    newest: [],
  }
  for (const [instrumentId, ticks] of pending) {
    if (rows.segments.length % restEvery === restEvery - 1) await setImmediate()
    const end = ticks.findIndex((tick) => tick.ts >= until)
    const own = end < 0 ? ticks : ticks.slice(0, end)
    const first = own[0]
    const last = own.at(-1)
    if (first === undefined || last === undefined) continue
    rows.segments.push({ instrumentId, minute, firstSeq: first.seq, payload: packSegment(minute, own) })
    for (const candle of minuteCandles(own)) rows.candles.push({ ...candle, instrumentId })
    const newest = own.reduce((a, b) => (b.ts > a.ts ? b : a))
    rows.newest.push({
      id: instrumentId,
      firstTs: first.ts,
      lastSeq: last.seq,
      lastTs: newest.ts,
      lastPrice: newest.price,
      lastKind: flagsOf(newest),
    })
  }
  return rows
}
