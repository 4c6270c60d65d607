import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/http/refusal.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { refusedAfterMs } from './recorder.ts'
import { listSecondsSince } from './seconds.store.ts'
import { unpackBlock, type Block } from './second-block.ts'
import { unpackSegment } from './segment.ts'
import { lateAfterMs } from '../sources/source-statuses.ts'
import type { Tick } from './tick.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Ticks of an instrument with `from` ≤ ts ≤ `to`, epoch milliseconds. */
export type TickWindow = { readonly code: string; readonly from: number; readonly to: number }
type ReadBlock = { at: number; block: Block; hasLate: boolean }

/** Blocks stay in memory this long after their ticks were compacted; rows of the record never change. */
const keepReadMs = 120_000

/** Longer windows are a mistake, and would request every minute since 1970. */
export const longestWindowMs = 2 * dayMs

export type TickReader = {
  /** The ticks of each window in the order of seq, from the record; an unknown code has none. */
  read(windows: readonly TickWindow[]): Promise<Tick[][]>
}
export type TickReaderDeps = { db: Kysely<DB>; find: (code: string) => Pick<Instrument, 'id'> | undefined }

/** Reads the record for many windows at once: one query for the newest seconds, one for the minutes that are older. */
export function createTickReader({ db, find }: TickReaderDeps): TickReader {
  let blocks: ReadBlock[] = []

  const refresh = async (): Promise<void> => {
    const last = blocks.at(-1)?.at ?? 0
    const rows = await listSecondsSince(db, last)
    const fresh = rows.flatMap(({ at, block: packed }): ReadBlock[] => {
      if (packed === null) return []
      const block = unpackBlock(packed)
      return [{ at, block, hasLate: hasLate(block) }]
    })
    // Where the newest block we hold is gone from the table, others may have come and gone unseen.
    const unbroken = rows[0]?.at === last
    const oldest = (rows[0]?.until ?? 0) - keepReadMs
    blocks = [...(unbroken ? blocks.filter((one) => one.at >= oldest) : []), ...fresh]
  }
  const refreshed = sharedRun(refresh)

  return {
    async read(windows) {
      invariant(
        windows.every(({ from, to }) => to - from <= longestWindowMs),
        'a window of ticks is at most two days long',
      )
      const wanted = windows.map((window) => ({ window, id: find(window.code)?.id }))
      await refreshed()
      // What a block no longer held here contained is compacted, so reading segments after blocks misses nothing.
      const held = blocks[0]?.at ?? Number.MAX_SAFE_INTEGER
      const mine = blocks
      const older = wanted.flatMap(({ window, id }) =>
        id === undefined || window.from >= held ? [] : [{ id, ...window }],
      )
      const segments = await readSegments(db, older)
      return wanted.map(({ window, id }) => {
        if (id === undefined) return []
        const compacted =
          window.from >= held ? [] : minutesOf(window).flatMap((minute) => segments.get(`${id}/${minute}`) ?? [])
        const own = compacted.filter((tick) => tick.ts >= window.from && tick.ts <= window.to)
        return [...own, ...fromBlocks(mine, { id, window, after: compacted.at(-1)?.seq ?? 0 })]
      })
    },
  }
}

/**
 * A function that runs `run` for its callers, never twice at once. A call while a run is in flight waits for the next
 * one, because only a run that starts afterwards surely sees what was in the record at their call.
 */
function sharedRun(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> =>
    (current = run().finally(() => {
      current = undefined
    }))
  return () => {
    if (current === undefined) return start()
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

function fromBlocks(
  blocks: readonly ReadBlock[],
  { id, window, after }: { id: number; window: TickWindow; after: number },
): Tick[] {
  const found: Tick[] = []
  for (let index = firstAt(blocks, window.from); index < blocks.length; index += 1) {
    const { at, block, hasLate: late } = blocks[index] as ReadBlock
    if (at > window.to + refusedAfterMs + lateAfterMs) break
    if (at > window.to + lateAfterMs + 1000 && !late) continue
    for (
      let tickIndex = block.indexOf(id);
      tickIndex >= 0 && tickIndex < block.length && block.instrumentId(tickIndex) === id;
      tickIndex += 1
    ) {
      const tick = block.tick(tickIndex)
      if (tick.seq > after && tick.ts >= window.from && tick.ts <= window.to) found.push(tick)
    }
  }
  return found
}

const hasLate = (block: Block): boolean => {
  for (let index = 0; index < block.length; index += 1) if (block.tick(index).late) return true
  return false
}

/** Minutes whose segments may hold a window's ticks; a late tick may stand in the minute after its own. */
function minutesOf({ from, to }: { from: number; to: number }): number[] {
  const first = Math.floor(from / 60_000)
  return Array.from({ length: Math.max(0, Math.floor(to / 60_000) + 2 - first) }, (_, index) => first + index)
}

async function readSegments(
  db: Kysely<DB>,
  windows: readonly { id: number; from: number; to: number }[],
): Promise<Map<string, Tick[]>> {
  const keys = new Map<string, { id: number; minute: number }>()
  for (const window of windows)
    for (const minute of minutesOf(window)) keys.set(`${window.id}/${minute}`, { id: window.id, minute })
  const read = new Map<string, Tick[]>()
  if (keys.size === 0) return read
  const ids = [...keys.values()].map((key) => key.id)
  const minutes = [...keys.values()].map((key) => key.minute)
  const [oldest, newest] = boundsOf(minutes)
  // Lateral with an offset, so that each pair is one look-up in its day's index and never a scan of a day; the bounds, so
  // that of a record of thousands of days only those are planned for that can hold a response.
  const { rows } = await sql<{ instrument_id: number; minute: number; first_seq: number; payload: Buffer }>`
    select found.* from unnest(${ids}::integer[], ${minutes}::integer[]) as wanted(id, minute)
    cross join lateral (
      select instrument_id, minute, first_seq::float8, payload from markets.segments
      where segments.minute = wanted.minute and instrument_id = wanted.id
        and segments.minute >= ${oldest}::integer and segments.minute <= ${newest}::integer offset 0) found`.execute(db)
  for (const row of rows)
    read.set(`${row.instrument_id}/${row.minute}`, unpackSegment(row.minute, row.first_seq, row.payload))
  return read
}

/** The least and the greatest; a spread would not do for a hundred thousand. */
const boundsOf = (minutes: readonly number[]): readonly [number, number] =>
  minutes.reduce<[number, number]>(
    ([min, max], minute) => [Math.min(min, minute), Math.max(max, minute)],
    [Number.MAX_SAFE_INTEGER, 0],
  )

/** The first block that was written at or after a time. */
function firstAt(blocks: readonly ReadBlock[], at: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle] as ReadBlock).at < at) low = middle + 1
    else high = middle
  }
  return low
}
