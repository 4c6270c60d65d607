import type { Chart } from 'klinecharts'
import { candlePane } from './chart-pointing.ts'

/** A span of time that the chart shows whole, epoch milliseconds. */
export type TimeFrame = { readonly from: number; readonly until: number }

/** Room before and after the span, as a share of it; what comes behind its end keeps that much of the chart free. */
const before = 0.12
const after = 0.2

/** How wide a second is, and how far the newest is from the right edge, in pixels; for a chart of some width. */
export function placeFrame({ from, until }: TimeFrame, params: { width: number; last: number }) {
  const seconds = Math.max(1, (until - from) / 1000)
  const bar = params.width / (seconds * (1 + before + after))
  const left = Math.max(0, (until - params.last) / 1000)
  return { bar: Math.min(60, Math.max(0.5, bar)), right: Math.round(bar * (left + seconds * after)) }
}

/**
 * Keeps a span of time in view while new prices come: it stands still and the line grows into it. A customer who moves the chart
 * by hand leaves it.
 */
export function followFrame(chart: Chart, isSeconds: () => boolean) {
  let span: TimeFrame | undefined
  let isLeft = false
  const fit = (): void => {
    const width = chart.getSize(candlePane, 'main')?.width ?? 0
    const last = chart.getDataList().at(-1)?.timestamp
    if (!span || isLeft || !isSeconds() || width <= 0 || last === undefined) return
    const { bar, right } = placeFrame(span, { width, last })
    chart.setBarSpace(bar)
    chart.setOffsetRightDistance(right)
  }
  return {
    fit,
    follow(next: TimeFrame | undefined): void {
      if (next?.from !== span?.from) isLeft = false
      span = next
      fit()
    },
    leave: () => void (isLeft = true),
    comeBack(): void {
      isLeft = false
      fit()
    },
  }
}
