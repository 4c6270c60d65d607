import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { invariant } from '../../../kernel/http/refusal.ts'
import type { BlockTick } from '../record/second-block.ts'
import type { Tick } from '../record/tick.ts'
import type { RecordedSource } from '../record/tick-sources.ts'

/** A price of an instrument for a whole second, before it is a tick. */
export type Quoted = {
  readonly instrumentId: number
  readonly ts: number
  readonly price: bigint
  readonly feedKind: FeedKind
  /** What a live price was made of. */
  readonly sources?: readonly RecordedSource[]
}
/** Where an instrument's ticks stand: the time of its first (history before it is generated), its last seq, its newest by time. */
export type LastTick = { readonly firstTs: number; readonly seq: number; readonly newest: Tick }

/** A tick recorded more than this after its second decides nothing. */
export const lateAfterMs = 2000

export type LastTicks = {
  get(instrumentId: number): LastTick | undefined
  set(instrumentId: number, status: LastTick): void
  clear(): void
  /** The time of the newest tick of all, epoch ms; 0 while there is none. */
  newestTs(): number
  /** Takes ticks that are recorded; those it has already are left out. */
  apply(ticks: readonly BlockTick[]): void
  /**
   * Makes ticks of prices: each with the next seq of its instrument, and late when written more than two seconds after its
   * time, when its time is not after the newest of its instrument, or when it is not after `closedThrough`. Returned in
   * the order of the prices.
   */
  number(prices: readonly Quoted[], params: { now: number; closedThrough: number }): BlockTick[]
}

/** The newest recorded tick of each instrument, in memory; empty until it is read from the record. */
export function createLastTicks(): LastTicks {
  const byId = new Map<number, LastTick>()
  let newestTs = 0

  const set = (instrumentId: number, status: LastTick): void => {
    byId.set(instrumentId, status)
    newestTs = Math.max(newestTs, status.newest.ts)
  }

  return {
    get: (instrumentId) => byId.get(instrumentId),
    set,
    clear() {
      byId.clear()
      newestTs = 0
    },
    newestTs: () => newestTs,
    apply(ticks) {
      for (const { instrumentId, ...tick } of ticks) {
        const before = byId.get(instrumentId)
        if (before !== undefined && tick.seq <= before.seq) continue
        const newest = before === undefined || tick.ts > before.newest.ts ? tick : before.newest
        set(instrumentId, { firstTs: before?.firstTs ?? tick.ts, seq: tick.seq, newest })
      }
    },
    number(prices, { now, closedThrough }) {
      const seen = new Map<number, { seq: number; ts: number }>()
      return prices.map((quoted) => {
        const { sources: _, ...price } = quoted
        invariant(price.ts <= now, 'a tick is not of the future')
        const known = byId.get(price.instrumentId)
        const before = seen.get(price.instrumentId) ?? { seq: known?.seq ?? 0, ts: known?.newest.ts ?? 0 }
        const late = now - price.ts > lateAfterMs || price.ts <= before.ts || price.ts <= closedThrough
        const tick = { ...price, seq: before.seq + 1, late }
        seen.set(price.instrumentId, { seq: tick.seq, ts: Math.max(before.ts, price.ts) })
        return tick
      })
    },
  }
}
