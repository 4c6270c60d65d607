import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { DB } from '../../kernel/db.ts'
import { invariant } from '../../kernel/refusal.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { isTaken, listSeconds, type RecordStore } from './record.store.ts'
import { packBlock, unpackBlock, type BlockTick } from './second-block.ts'
import { readFlags, type Tick } from './tick.ts'

/** A price of an instrument for a whole second, before it is a tick. */
export type Quoted = {
  readonly instrumentId: number
  readonly ts: number
  readonly price: bigint
  readonly feedKind: FeedKind
}
/** The newest recorded tick of an instrument, and the time of its first: history before it is generated. */
export type Standing = { readonly firstTs: number; readonly seq: number; readonly newest: Tick }

/** A tick recorded more than this after its second decides nothing. */
export const lateAfterMs = 2000
/** A price older than this is no index tick any more and is not recorded. */
export const refusedAfterMs = 60_000

/** Another process has become the writer. The feed stops; it may take its turn again when the other ends. */
export class TurnLost extends Error {
  override name = 'TurnLost'
}

export type Recorder = {
  /** Reads where the record stands and becomes its one writer. */
  open(): Promise<void>
  /**
   * Writes the ticks of these prices in one row, and answers them once it is durable; only then may anything use them. A
   * tick is late when it is written more than two seconds after its time, when its time is not after the newest of its
   * instrument, or when its absence has already decided something. Prices older than a minute are left out. One call at
   * a time: each is numbered after the one before.
   */
  add(prices: readonly Quoted[]): Promise<BlockTick[]>
  standing(instrumentId: number): Standing | undefined
  /** The time of the newest tick of all, 0 while there is none. */
  newestTs(): number
  closeThrough(ts: number): Promise<void>
  holder(): bigint
}

type Pending = { at: number; ticks: BlockTick[] }
export type RecorderDeps = {
  db: Kysely<DB>
  store: RecordStore
  clock: Clock
  instruments: readonly Pick<Instrument, 'id' | 'code'>[]
}

/** The record of index ticks, as its one writer sees it. */
export function createRecorder({ db, store, clock, instruments }: RecorderDeps): Recorder {
  const standings = new Map<number, Standing>()
  let holder = 0n
  let lastAt = 0
  let newestTs = 0
  let adding = false
  /** A write whose answer never came: it is looked up before the next one. */
  let unsure: Pending | undefined

  const apply = (ticks: readonly BlockTick[]): void => {
    for (const { instrumentId, ...tick } of ticks) {
      const before = standings.get(instrumentId)
      newestTs = Math.max(newestTs, tick.ts)
      standings.set(instrumentId, {
        firstTs: before?.firstTs ?? tick.ts,
        seq: tick.seq,
        newest: before === undefined || tick.ts > before.newest.ts ? tick : before.newest,
      })
    }
  }

  const resolveUnsure = async (): Promise<void> => {
    if (unsure === undefined) return
    const { at, ticks } = unsure
    if (await store.hasSecond(at)) apply(ticks)
    unsure = undefined
  }

  const number = (prices: readonly Quoted[], now: number, closedThrough: number): BlockTick[] => {
    const seen = new Map<number, { seq: number; ts: number }>()
    return prices.map((price) => {
      invariant(price.ts <= now, 'a tick is not of the future')
      const known = standings.get(price.instrumentId)
      const before = seen.get(price.instrumentId) ?? { seq: known?.seq ?? 0, ts: known?.newest.ts ?? 0 }
      const late = now - price.ts > lateAfterMs || price.ts <= before.ts || price.ts <= closedThrough
      const tick = { ...price, seq: before.seq + 1, late }
      seen.set(price.instrumentId, { seq: tick.seq, ts: Math.max(before.ts, price.ts) })
      return tick
    })
  }

  const write = async (prices: readonly Quoted[], closedThrough: number): Promise<BlockTick[]> => {
    const now = clock.now()
    const ticks = number(prices, now, closedThrough)
    const at = Math.max(lastAt + 1, now)
    const counting = ticks.filter((tick) => !tick.late).map((tick) => tick.ts)
    const countsFrom = counting.length === 0 ? Number.MAX_SAFE_INTEGER : counting.reduce((a, b) => Math.min(a, b))
    unsure = { at, ticks }
    const block = packBlock(prices[0]?.ts ?? now, ticks)
    const answer = await store.addSecond({ at, block, holder, countsFrom }).catch((cause: unknown) => {
      if (isTaken(cause)) throw new TurnLost('another feed wrote this moment', { cause })
      throw cause
    })
    unsure = undefined
    if (answer.holder !== holder) throw new TurnLost('another feed has the turn')
    if (!answer.written) {
      // Something was decided by the absence of these ticks while they were on their way: they are late now.
      invariant(closedThrough < answer.closedThrough, 'a second was refused for a reason')
      return write(prices, answer.closedThrough)
    }
    lastAt = at
    apply(ticks)
    return ticks
  }

  return {
    async open() {
      await store.enlist(instruments)
      const turn = await store.takeTurn()
      holder = turn.holder
      unsure = undefined
      standings.clear()
      lastAt = turn.compactedUntil
      for (const known of await store.listStandings()) {
        const newest = { seq: known.lastSeq, ts: known.lastTs, price: known.lastPrice, ...readFlags(known.lastKind) }
        standings.set(known.id, { firstTs: known.firstTs, seq: known.lastSeq, newest })
        newestTs = Math.max(newestTs, known.lastTs)
      }
      for (const row of await listSeconds(db, 0)) {
        const block = unpackBlock(row.block)
        const ticks = Array.from({ length: block.length }, (_, index) => ({
          ...block.tick(index),
          instrumentId: block.instrumentId(index),
        }))
        apply(ticks.filter((tick) => tick.seq > (standings.get(tick.instrumentId)?.seq ?? 0)))
        lastAt = Math.max(lastAt, row.at)
      }
    },
    async add(prices) {
      invariant(!adding, 'ticks are recorded one call after the other')
      adding = true
      try {
        await resolveUnsure()
        const now = clock.now()
        const fresh = prices.filter((price) => now - price.ts <= refusedAfterMs)
        return fresh.length === 0 ? [] : await write(fresh, 0)
      } finally {
        adding = false
      }
    },
    standing: (instrumentId) => standings.get(instrumentId),
    newestTs: () => newestTs,
    closeThrough: (ts) => store.closeThrough(ts),
    holder: () => holder,
  }
}
