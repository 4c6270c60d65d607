import { dispose, init, type Chart } from 'klinecharts'
import { subscribeAppearance } from '../../lib/settings.ts'
import type { Bar } from './chart-candles.ts'
import { candleFeed, firstCandles, periodOf, type FirstCandles } from './chart-feed.ts'
import { followFrame, type TimeFrame } from './chart-frame.ts'
import { minPanePx, showIndicators, type IndicatorName } from './chart-indicators.ts'
import { spans, type ChartInterval } from './chart-intervals.ts'
import { chartStyle } from './chart-style.ts'
import type { ChartMark } from './chart-marks.ts'
import { candlePane, followPointing } from './chart-pointing.ts'
import { followGestures } from './chart-touch.ts'
import { followMarks } from './follow-marks.ts'

export type ChartShape = 'candles' | 'line'
export type ChartState = 'loading' | 'ready' | 'empty' | 'failed'

/** Room right of the last candle, where running orders end; narrower on a narrow chart. */
const aheadOf = (width: number): number => Math.min(64, Math.round(width / 9))

/** A chart that has been drawn, and what can be changed about it. */
export type DrawnChart = ReturnType<typeof drawChart>
/** What customers' own drawings lie on. */
export type DrawingBoard = DrawnChart['board']
type DrawingParams = {
  code: string
  precision: number
  interval: ChartInterval
  /** The candles that it opens with. */
  first: FirstCandles
  onState: (state: ChartState) => void
  /** The candle under the pointer or the keyboard's crosshair; undefined when there is none. */
  onPoint: (bar: Bar | undefined) => void
  /** Called when candles older than those kept are not to be had at this interval. */
  onFurthest: () => void
}

function openChart(element: HTMLElement): Chart {
  const chart = init(element, {
    styles: chartStyle(),
    thousandsSeparator: { sign: ',' },
    decimalFold: { threshold: 99 },
    zoomAnchor: 'last_bar',
    hotkey: { enabled: false },
    layout: { barSpaceLimit: { min: 0.5, max: 60 }, pane: { dragEnabled: false, minHeight: minPanePx } },
  })
  if (!chart) throw new Error('the chart found no canvas')
  return chart
}

/** As many candles across as the chart opens with; false while it has no width yet. */
function hundredAcross(chart: Chart): boolean {
  const width = chart.getSize(candlePane, 'main')?.width ?? 0
  if (width <= 0) return false
  chart.setBarSpace(Math.max(2, (width - aheadOf(width)) / firstCandles))
  chart.setOffsetRightDistance(aheadOf(width))
  return true
}

/** Runs a change of the candles; a view of older ones than the newest keeps its place. */
function holdStill(chart: Chart, change: () => void): void {
  const { from, to } = chart.getVisibleRange()
  const seen = to >= chart.getDataList().length ? undefined : chart.getDataList()[from]?.timestamp
  const offsetOfSeen = () => (chart.convertToPixel([{ timestamp: seen ?? 0 }]) as { x?: number }[])[0]?.x ?? 0
  const before = offsetOfSeen()
  change()
  if (seen !== undefined) chart.scrollByDistance(before - offsetOfSeen())
}

/** Follows the size of the chart's box; what the chart opens with is fitted as soon as it has one. */
function followSize(element: HTMLElement, chart: Chart, onSize: () => void): () => void {
  let fitted = hundredAcross(chart)
  const sizeNow = () => `${element.clientWidth} ${element.clientHeight}`
  let size = sizeNow()
  const watch = new ResizeObserver(() => {
    // Its first report is of the size the chart was opened with: drawing all of it again for that would be for nothing.
    if (size === sizeNow()) return
    size = sizeNow()
    chart.resize()
    fitted ||= hundredAcross(chart)
    onSize()
  })
  watch.observe(element)
  return () => watch.disconnect()
}

/** The candles now seen, oldest first. */
function seenBars(chart: Chart): Bar[] {
  const { from, to } = chart.getVisibleRange()
  return (chart.getDataList() as Bar[]).slice(from, to)
}

function isNearOldest(chart: Chart): boolean {
  const { from, to } = chart.getVisibleRange()
  return from < to - from
}

/** From the opening of the first candle seen to the end of the last, epoch ms; undefined while there are none. */
function seenRange(chart: Chart, spanMs: number): { from: number; to: number } | undefined {
  const seen = seenBars(chart)
  const [first, last] = [seen[0], seen.at(-1)]
  return first && last ? { from: first.timestamp, to: last.timestamp + spanMs } : undefined
}

type Hands = {
  element: HTMLElement
  chart: Chart
  feed: ReturnType<typeof candleFeed>
  onPoint: (bar: Bar | undefined) => void
  onMove: () => void
}

/** Follows what the customer does with the chart by pointer and finger; its use requests older candles. */
function followHands({ element, chart, feed, onPoint, onMove }: Hands) {
  const undoGestures = followGestures(element, chart, () => {
    feed.lookBack()
    onMove()
  })
  const { stop, ...pointing } = followPointing({
    element,
    chart,
    onPoint(bar) {
      if (bar) feed.lookBack()
      onPoint(bar)
    },
  })
  return {
    ...pointing,
    stop(): void {
      undoGestures()
      stop()
    },
  }
}

/** Draws the chart of an instrument into an element and returns what can be changed about it. */
export function drawChart(element: HTMLElement, { code, precision, interval, onPoint, ...params }: DrawingParams) {
  const chart = openChart(element)
  const bars = () => chart.getDataList() as Bar[]
  const marks = followMarks(chart)
  let shownInterval = interval
  const frame = followFrame(chart, () => shownInterval === '1s')

  const feed = candleFeed(code, {
    ...params,
    onState(state) {
      params.onState(state)
      frame.fit()
    },
    onPush: frame.fit,
    bars,
    isNearOldest: () => isNearOldest(chart),
    redraw: () => chart.resize(),
    reload: () => chart.resetData(),
    holdingStill: (change) => holdStill(chart, change),
  })
  const hands = followHands({ element, chart, feed, onPoint, onMove: frame.leave })
  const { step, unpoint, pointed, leave } = hands
  const unsubscribe = subscribeAppearance(() => chart.setStyles(chartStyle()))

  chart.setSymbol({ ticker: code, pricePrecision: precision, volumePrecision: 0 })
  chart.setPeriod(periodOf(interval))
  chart.setDataLoader(feed)
  const undoSize = followSize(element, chart, frame.fit)

  return {
    setInterval(next: ChartInterval): void {
      if (next === shownInterval) return
      shownInterval = next
      leave()
      hundredAcross(chart)
      chart.setPeriod(periodOf(next))
      marks.show(undefined, spans[next])
    },
    setShape: (shape: ChartShape) => chart.setStyles({ candle: { type: shape === 'line' ? 'area' : 'candle_solid' } }),
    setIndicators: (wanted: readonly IndicatorName[]) => showIndicators(chart, wanted, precision),
    setMarks: (next: readonly ChartMark[]) => marks.show(next, spans[shownInterval]),
    step,
    unpoint,
    /** What customers' own drawings need: the library's chart, where it stands, and the candle pointed at. */
    board: { chart, element, precision, spanMs: () => spans[shownInterval], pointed },
    zoom(scale: number): void {
      frame.leave()
      chart.zoomAtCoordinate(scale)
    },
    /** Turns the view to a span of time and keeps it there while prices come; undefined turns it to nothing any more. */
    frame: (span: TimeFrame | undefined) => frame.follow(span),
    reset(): void {
      leave()
      hundredAcross(chart)
      frame.comeBack()
    },
    visible: () => seenBars(chart),
    visibleRange: () => seenRange(chart, spans[shownInterval]),
    retry: () => chart.resetData(),
    stop(): void {
      marks.stop()
      feed.stop()
      unsubscribe()
      hands.stop()
      undoSize()
      dispose(chart)
    },
  }
}
