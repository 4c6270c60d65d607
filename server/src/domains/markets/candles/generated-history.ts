import { intervals, type Interval } from '@evenhand/protocol/markets.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { CandleRequest, FeedCandle } from '../feeds/simulated/simulated.ts'
import type { PriceSource } from '../sources/source.ts'

/** Candles a page holds, and pages kept: about 30 MB when full. */
const pageSize = 64
const maxPages = 2000
/** Weeks start on Monday; counting began on a Thursday. */
const offsetOf = (interval: Interval): number => (interval === '1w' ? 4 * intervals['1d'] : 0)

/**
 * Generated candles, made by the page and kept: generating a year of days costs as much as a thousand other calls, and
 * the same past is requested again and again.
 */
export function createGeneratedHistory(source: Pick<PriceSource, 'candlesOf'>) {
  const pages = new Map<string, readonly FeedCandle[]>()

  const page = (
    instrument: Instrument,
    interval: Interval,
    { from, to }: { from: number; to: number },
  ): readonly FeedCandle[] => {
    const key = `${instrument.id} ${interval} ${from} ${to}`
    const known = pages.get(key)
    const candles = known ?? source.candlesOf(instrument, { interval, from, to, limit: pageSize })
    // Set anew when read, so that the first key is the one that was not requested for the longest time.
    pages.delete(key)
    pages.set(key, candles)
    const [oldest] = pages.keys()
    if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest)
    return candles
  }

  return {
    /** Candles that open in [from, to), the newest `limit` of them, oldest first; one that `to` cuts holds what is before it. */
    list(instrument: Instrument, { interval, from, to, limit }: CandleRequest): FeedCandle[] {
      const length = pageSize * intervals[interval]
      const found: (readonly FeedCandle[])[] = []
      let count = 0
      let start = Math.floor((to - 1 - offsetOf(interval)) / length) * length + offsetOf(interval)
      for (; start + length > from && to > from && count < limit; start -= length) {
        const candles = page(instrument, interval, { from: start, to: Math.min(to, start + length) })
        const requested = start >= from ? candles : candles.filter(({ ts }) => ts >= from)
        found.unshift(requested)
        count += requested.length
      }
      return found.flat().slice(-limit)
    },
  }
}
