import type { Interval } from '@evenhand/protocol/markets.ts'
import { intervals } from '@evenhand/protocol/markets.ts'
import { dispose, init, type Chart, type Crosshair } from 'klinecharts'
import { subscribeLook } from '../../lib/settings.ts'
import type { Bar } from './chart-candles.ts'
import { candleFeed, firstCandles, periodOf } from './chart-feed.ts'
import { chartLook } from './chart-look.ts'
import { registerMarks, showMarks, type ChartMark } from './chart-marks.ts'
import { followGestures } from './chart-touch.ts'

export const indicators = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI'] as const
export type IndicatorName = (typeof indicators)[number]
export type ChartShape = 'candles' | 'line'
export type ChartState = 'loading' | 'ready' | 'empty' | 'failed'

const onCandles = new Set<IndicatorName>(['MA', 'EMA', 'BOLL'])
const params: Record<IndicatorName, number[]> = {
  MA: [5, 10, 30],
  EMA: [6, 12, 20],
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
}
/** Room right of the last candle, where running orders end. */
const aheadPx = 56
const candlePane = 'candle_pane'

export type Drawing = ReturnType<typeof drawChart>
type DrawingOf = {
  code: string
  precision: number
  interval: Interval
  onState: (state: ChartState) => void
  /** The candle under the pointer or the keyboard's crosshair; undefined when there is none. */
  onPoint: (bar: Bar | undefined) => void
}

/** Draws the chart of an instrument into an element and answers what can be changed about it. */
export function drawChart(element: HTMLElement, { code, precision, interval, onState, onPoint }: DrawingOf) {
  registerMarks()
  const made = init(element, {
    styles: chartLook(),
    thousandsSeparator: { sign: ',' },
    decimalFold: { threshold: 99 },
    zoomAnchor: 'last_bar',
    hotkey: { enabled: false },
    layout: { barSpaceLimit: { min: 1, max: 60 }, pane: { dragEnabled: false, minHeight: 48 } },
  })
  if (!made) throw new Error('the chart found no canvas')
  const chart = made
  const bars = () => chart.getDataList() as Bar[]
  let marks: readonly ChartMark[] = []
  let shownInterval = interval
  let pointed: number | undefined
  let fitted = false

  const feed = candleFeed(code, { bars, redraw: () => chart.resize(), onState })
  const undoGestures = followGestures(element, chart)
  const undoLook = subscribeLook(() => chart.setStyles(chartLook()))
  const watch = new ResizeObserver(() => {
    chart.resize()
    if (!fitted) hundredAcross()
  })

  function hundredAcross(): void {
    const width = chart.getSize(candlePane, 'main')?.width ?? 0
    if (width <= 0) return
    fitted = true
    chart.setBarSpace(Math.max(2, (width - aheadPx) / firstCandles))
    chart.setOffsetRightDistance(aheadPx)
  }

  const indexAt = (x: number): number => {
    const [point] = chart.convertFromPixel([{ x }]) as { dataIndex?: number }[]
    return Math.max(0, Math.min(bars().length - 1, point?.dataIndex ?? 0))
  }
  const hover = (event: PointerEvent) => {
    pointed = indexAt(event.clientX - element.getBoundingClientRect().left)
    onPoint(bars()[pointed])
  }
  const leave = () => {
    pointed = undefined
    onPoint(undefined)
  }
  element.addEventListener('pointermove', hover)
  element.addEventListener('pointerdown', hover)
  element.addEventListener('pointerleave', leave)

  function point(index: number | undefined): Bar | undefined {
    pointed = index
    const bar = index === undefined ? undefined : bars()[index]
    if (!bar || index === undefined) chart.executeAction('onCrosshairChange', null as unknown as Crosshair)
    else {
      if (index < chart.getVisibleRange().from + 1 || index > chart.getVisibleRange().to - 1)
        chart.scrollToDataIndex(index)
      const [at] = chart.convertToPixel([{ dataIndex: index, value: bar.close }]) as { x?: number; y?: number }[]
      chart.executeAction('onCrosshairChange', { ...at, paneId: candlePane })
    }
    onPoint(bar)
    return bar
  }

  chart.createIndicator({ name: 'VOL', calcParams: [] })
  chart.setPaneOptions({ id: chart.getIndicators({ name: 'VOL' })[0]?.paneId ?? '', height: 72 })
  chart.setSymbol({ ticker: code, pricePrecision: precision, volumePrecision: 0 })
  chart.setPeriod(periodOf(interval))
  hundredAcross()
  chart.setDataLoader(feed)
  watch.observe(element)

  return {
    setInterval(next: Interval): void {
      if (next === shownInterval) return
      shownInterval = next
      leave()
      hundredAcross()
      chart.setPeriod(periodOf(next))
      showMarks(chart, marks, intervals[next])
    },
    setShape(shape: ChartShape): void {
      chart.setStyles({ candle: { type: shape === 'line' ? 'area' : 'candle_solid' } })
    },
    setIndicators(wanted: readonly IndicatorName[]): void {
      for (const name of indicators) {
        const present = chart.getIndicators({ name }).length > 0
        if (present && !wanted.includes(name)) chart.removeIndicator({ name })
        if (present || !wanted.includes(name)) continue
        const stacked = onCandles.has(name)
        const of = { name, calcParams: params[name], ...(stacked ? { precision, paneId: candlePane } : {}) }
        chart.createIndicator(of, stacked)
        const paneId = chart.getIndicators({ name })[0]?.paneId
        if (!stacked && paneId) chart.setPaneOptions({ id: paneId, height: 84 })
      }
    },
    setMarks(next: readonly ChartMark[]): void {
      marks = next
      showMarks(chart, marks, intervals[shownInterval])
    },
    /** Moves the crosshair by candles; `start` and `end` go to the edges of what is seen. Answers the candle pointed at. */
    step(by: number | 'start' | 'end'): Bar | undefined {
      const { from, to } = chart.getVisibleRange()
      const last = bars().length - 1
      if (last < 0) return undefined
      if (by === 'start') return point(from)
      if (by === 'end') return point(Math.min(to - 1, last))
      return point(Math.max(0, Math.min(last, (pointed ?? last + (by < 0 ? 1 : 0)) + by)))
    },
    unpoint: () => void point(undefined),
    zoom: (scale: number) => chart.zoomAtCoordinate(scale),
    /** The candles now seen, oldest first. */
    visible(): Bar[] {
      const { from, to } = chart.getVisibleRange()
      return bars().slice(from, to)
    },
    retry: () => chart.resetData(),
    stop(): void {
      feed.stop()
      undoGestures()
      undoLook()
      watch.disconnect()
      element.removeEventListener('pointermove', hover)
      element.removeEventListener('pointerdown', hover)
      element.removeEventListener('pointerleave', leave)
      dispose(chart as Chart)
    },
  }
}
