import type { Kysely } from 'kysely'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DB } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/http/refusal.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { RecordStore } from './record.store.ts'
import { restoreLastTicks } from './restore-last-ticks.ts'
import { isTaken } from './seconds.store.ts'
import { packBlock, type BlockTick } from './second-block.ts'
import { createLastTicks, type Quoted, type LastTick, type LastTicks } from '../sources/source-statuses.ts'
import { packTickSources, type SourcedTick } from './tick-sources.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A price older than this is no index tick any more and is not recorded. */
export const refusedAfterMs = 60_000

/** Another process has become the writer. The feed stops; it may take its lease again when the other ends. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Recorder = {
  /** Reads where the record stands and becomes its one writer. */
  open(): Promise<void>
  /**
   * Writes the ticks of these prices in one row, and returns them once it is durable; only then may anything use them.
   * Which of them are late: see SourceStatuses.number. Prices older than a minute are left out. One call at a time: each is
   * numbered after the one before.
   */
  add(prices: readonly Quoted[]): Promise<BlockTick[]>
  lastTick(instrumentId: number): LastTick | undefined
  /** The time of the newest tick of all, 0 while there is none. */
  newestTs(): number
  /** From now on a tick with a time up to `ts` is late; see RecordStore.closeThrough. */
  closeThrough(ts: number): Promise<void>
  holder(): bigint
}

export type RecorderDeps = {
  db: Kysely<DB>
  store: RecordStore
  clock: Clock
  /** Where every instrument stands: read at `open`, and kept by what is added. Its own where left out. */
  lastTicks?: LastTicks
  instruments: readonly Pick<Instrument, 'id' | 'code' | 'precision'>[]
}

/** The record of index ticks, as its one writer sees it. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { db, store, clock, instruments, lastTicks = createLastTicks() } = deps
  let holder = 0n
  let lastAt = 0
  let adding = false
  const dayOf = openedDays(store)
  /** A write whose response never came. */
  let unsure: { at: number; ticks: BlockTick[] } | undefined

  /**
   * Finds out what became of a write without a response. Renewing the lease first makes it final: what has not landed by then
   * is refused.
   */
  const resolveUnsure = async (): Promise<void> => {
    if (unsure === undefined) return
    const lease = await store.renewLease(holder)
    if (lease === undefined) throw new LeaseLost('another feed has the lease')
    holder = lease.holder
    lastAt = Math.max(lastAt, unsure.at)
    if (await store.hasSecond(unsure.at)) lastTicks.apply(unsure.ticks)
    unsure = undefined
  }

  const write = async (prices: readonly Quoted[], closedThrough: number): Promise<BlockTick[]> => {
    const now = clock.now()
    const ticks = lastTicks.number(prices, { now, closedThrough })
    const at = Math.max(lastAt + 1, now)
    const sources = packedSources(prices, ticks)
    if (sources !== undefined) await dayOf(at)
    const countsFrom = ticks.reduce(
      (oldest, tick) => (tick.late ? oldest : Math.min(oldest, tick.ts)),
      Number.MAX_SAFE_INTEGER,
    )
    unsure = { at, ticks }
    const block = packBlock(prices[0]?.ts ?? now, ticks)
    const response = await store.addSecond({ at, block, sources, holder, countsFrom }).catch((cause: unknown) => {
      if (isTaken(cause)) throw new LeaseLost('another feed wrote this moment', { cause })
      throw cause
    })
    unsure = undefined
    if (response.holder !== holder) throw new LeaseLost('another feed has the lease')
    if (!response.written) {
      // Something was decided by the absence of these ticks while they were on their way: they are late now.
      invariant(closedThrough < response.closedThrough, 'a second was refused for a reason')
      return write(prices, response.closedThrough)
    }
    lastAt = at
    lastTicks.apply(ticks)
    return ticks
  }

  return {
    async open() {
      await store.enlist(instruments)
      const lease = await store.acquireLease()
      holder = lease.holder
      unsure = undefined
      lastAt = Math.max(lease.compactedUntil, await restoreLastTicks({ db, store, lastTicks }))
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
    lastTick: (instrumentId) => lastTicks.get(instrumentId),
    newestTs: () => lastTicks.newestTs(),
    closeThrough: (ts) => store.closeThrough(ts),
    holder: () => holder,
  }
}

/** Opens the day of a write where it is another than the last one's: a clock that was asleep may wake on any. */
function openedDays(store: RecordStore): (at: number) => Promise<void> {
  let opened = 0
  return async (at) => {
    const day = Math.floor(at / dayMs)
    if (day === opened) return
    await store.openDay(day)
    opened = day
  }
}

/** The sources of those prices that have any, beside the ticks they became; undefined where none has. */
function packedSources(prices: readonly Quoted[], ticks: readonly BlockTick[]): Buffer | undefined {
  const sourced = ticks.flatMap(({ instrumentId, seq, price }, index): SourcedTick[] => {
    const sources = prices[index]?.sources
    return sources === undefined ? [] : [{ instrumentId, seq, price, sources }]
  })
  return sourced.length === 0 ? undefined : packTickSources(sourced)
}
