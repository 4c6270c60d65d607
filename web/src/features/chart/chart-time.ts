import type { Chart } from 'klinecharts'
import { candlePane } from './chart-pointing.ts'

type Opened = { readonly timestamp: number }

/** The index of the last candle that opened at or before a moment; −1 before the first. */
export function indexAt(bars: readonly Opened[], ts: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.timestamp ?? 0) <= ts) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Where a moment stands among the candles: 2.5 is the middle of the third. Before the first and after the last candle
 * time goes on at their pace; between candles that a closed market left out it stands still at the earlier one's end.
 * `spanMs`: length of a candle.
 */
export function indexOfTime(bars: readonly Opened[], ts: number, spanMs: number): number {
  const first = bars[0]?.timestamp ?? ts
  const index = indexAt(bars, ts)
  if (index < 0) return (ts - first) / spanMs
  const passed = (ts - (bars[index]?.timestamp ?? ts)) / spanMs
  return index + (index === bars.length - 1 ? passed : Math.min(1, passed))
}

/** As late as a drawing may reach. */
const latestMs = 9_999_999_999_999

/** The moment at a position among the candles: the other way round, epoch milliseconds. */
export function momentAt(bars: readonly Opened[], position: number, spanMs: number): number {
  const index = Math.max(0, Math.min(bars.length - 1, Math.floor(position)))
  const moment = Math.round((bars[index]?.timestamp ?? 0) + (position - index) * spanMs)
  return Math.max(0, Math.min(latestMs, moment))
}

/** Where the first candle begins, and how wide each is, in pixels. */
function scaleOf(chart: Chart): { begin: number; width: number } {
  const width = chart.getBarSpace().bar
  const [first] = chart.convertToPixel([{ dataIndex: 0 }], { paneId: candlePane }) as { x?: number }[]
  return { begin: (first?.x ?? 0) - width / 2, width }
}

/** The pixel of a moment, from the left edge of the chart. */
export function timeToPixel(chart: Chart, ts: number, spanMs: number): number {
  const { begin, width } = scaleOf(chart)
  return begin + indexOfTime(chart.getDataList(), ts, spanMs) * width
}

/** The moment at a pixel. */
export function pixelToTime(chart: Chart, x: number, spanMs: number): number {
  const { begin, width } = scaleOf(chart)
  return momentAt(chart.getDataList(), (x - begin) / width, spanMs)
}

/** Where a label of `labelPx` stands beside a point of a pane: behind it, or before it where the pane ends. Pixels. */
export const besidePoint = (
  x: number,
  { width, labelPx }: { width: number; labelPx: number },
): { x: number; align: 'left' | 'right' } =>
  x + gapPx + labelPx > width ? { x: x - gapPx, align: 'right' } : { x: x + gapPx, align: 'left' }

const gapPx = 10
