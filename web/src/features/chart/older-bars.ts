import type { Bar } from './chart-candles.ts'
import type { ChartInterval } from './chart-intervals.ts'
import { loadBars } from './load-bars.ts'

/** Further back the chart fetches larger pieces, so that scrolling seldom waits. */
const olderAtOnce = 500

/**
 * Candles before the oldest one of a chart. They are requested when the view reaches it, and once before: when the customer begins
 * to use the chart, so that who drags it does not wait.
 */
export function createOlderBars(code: string) {
  let ahead: { before: number; bars: Promise<Bar[]> } | undefined
  const request = (before: number, interval: ChartInterval) =>
    loadBars(code, interval, { to: before - 1, limit: olderAtOnce })
  return {
    /** Candles before a moment; rejects when they cannot be had. */
    async before(moment: number, interval: ChartInterval): Promise<Bar[]> {
      const begun = ahead?.before === moment ? ahead.bars : undefined
      return begun?.catch(() => request(moment, interval)) ?? request(moment, interval)
    },
    begin(before: number | undefined, interval: ChartInterval): void {
      if (ahead || before === undefined) return
      ahead = { before, bars: request(before, interval) }
      // Who reaches them requests again.
      ahead.bars.catch(() => {})
    },
    /** Other candles are shown now. */
    forget: () => void (ahead = undefined),
  }
}
