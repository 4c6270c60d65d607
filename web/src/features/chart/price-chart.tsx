import { useEffect, useRef } from 'react'
import type { Bar } from './chart-candles.ts'
import { beginCandles } from './chart-feed.ts'
import { drawChart, type ChartShape, type ChartState, type DrawnChart } from './chart-drawing.ts'
import type { TimeFrame } from './chart-frame.ts'
import type { IndicatorName } from './chart-indicators.ts'
import type { ChartInterval } from './chart-intervals.ts'
import type { ChartMark } from './chart-marks.ts'

type PriceChartProps = {
  code: string
  precision: number
  interval: ChartInterval
  shape: ChartShape
  indicators: readonly IndicatorName[]
  marks: readonly ChartMark[]
  /** A span of time that the chart turns to by itself. */
  frame: TimeFrame | undefined
  onState: (state: ChartState) => void
  onPoint: (bar: Bar | undefined) => void
  onFurthest: () => void
  /** Called with what keyboard, table, buttons and drawings need of the chart; undefined when it is gone. */
  onDrawn: (drawn: DrawnChart | undefined) => void
}

/** The canvas of the chart. Lazily loaded with its library; always left to right, also in right-to-left languages. */
export function PriceChart({ code, precision, ...props }: PriceChartProps) {
  const { interval, shape, indicators, marks, frame } = props
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(undefined)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    let isOver = false
    const first = beginCandles(code, latest.current.interval)
    const draw = () => {
      if (isOver || !box.current) return
      const made = drawChart(box.current, {
        code,
        precision,
        interval: latest.current.interval,
        first,
        onState: (state) => latest.current.onState(state),
        onPoint: (bar) => latest.current.onPoint(bar),
        onFurthest: () => latest.current.onFurthest(),
      })
      made.setShape(latest.current.shape)
      made.setIndicators(latest.current.indicators)
      made.setMarks(latest.current.marks)
      made.frame(latest.current.frame)
      drawn.current = made
      latest.current.onDrawn(made)
    }
    // With its first candles and all that lies on them it is drawn once: each drawing keeps a slow phone for a tenth of a second.
    void first.bars.then(draw, draw)
    return () => {
      isOver = true
      drawn.current?.stop()
      drawn.current = undefined
      latest.current.onDrawn(undefined)
    }
  }, [code, precision])
  useEffect(() => drawn.current?.setInterval(interval), [interval])
  useEffect(() => drawn.current?.setShape(shape), [shape])
  useEffect(() => drawn.current?.setIndicators(indicators), [indicators])
  useEffect(() => drawn.current?.setMarks(marks), [marks])
  const { from, until } = frame ?? {}
  useEffect(
    () => drawn.current?.frame(from === undefined || until === undefined ? undefined : { from, until }),
    [from, until, interval],
  )

  // Its layers stay among themselves, so that what stands over the candles takes presses.
  return <div ref={box} dir="ltr" aria-hidden="true" className="isolate size-full select-none" />
}
