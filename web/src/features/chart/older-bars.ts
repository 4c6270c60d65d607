import type { Bar } from './chart-candles.ts'
import type { ChartInterval } from './chart-intervals.ts'
import { loadBars } from './load-bars.ts'

/** Further back the chart fetches larger pieces, so that scrolling seldom waits. */
const olderAtOnce = 500

/**
 * Candles before the oldest one of a chart. They are requested when the view reaches it, and before that when the customer uses
 * the chart near it, so that who goes back does not meet an empty place.
 */
export function createOlderBars(code: string) {
  let ahead: { before: number; bars: Promise<Bar[]> } | undefined
  const request = (before: number, interval: ChartInterval) =>
    loadBars(code, interval, { to: before - 1, limit: olderAtOnce })
  const begin = (before: number, interval: ChartInterval): Promise<Bar[]> => {
    const bars = request(before, interval)
    ahead = { before, bars }
    // Who reaches them requests again.
    bars.catch(() => {})
    return bars
  }
  return {
    /** Candles before a moment; rejects when they cannot be had. */
    async before(moment: number, interval: ChartInterval): Promise<Bar[]> {
      if (ahead?.before !== moment) return begin(moment, interval)
      return ahead.bars.catch(() => request(moment, interval))
    },
    begin(before: number | undefined, interval: ChartInterval): void {
      if (before !== undefined && ahead?.before !== before) void begin(before, interval)
    },
    /** Other candles are shown now. */
    forget: () => void (ahead = undefined),
  }
}
