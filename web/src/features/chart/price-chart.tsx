import { useEffect, useRef } from 'react'
import type { Bar } from './chart-candles.ts'
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
export function PriceChart({ code, precision, interval, shape, indicators, marks, frame, ...on }: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart>(undefined)
  const latest = useRef(on)
  latest.current = on
  const first = useRef({ interval })
  first.current = { interval }

  useEffect(() => {
    if (!box.current) return undefined
    const made = drawChart(box.current, {
      code,
      precision,
      interval: first.current.interval,
      onState: (state) => latest.current.onState(state),
      onPoint: (bar) => latest.current.onPoint(bar),
      onFurthest: () => latest.current.onFurthest(),
    })
    drawn.current = made
    latest.current.onDrawn(made)
    return () => {
      drawn.current = undefined
      latest.current.onDrawn(undefined)
      made.stop()
    }
  }, [code, precision])
  useEffect(() => drawn.current?.setInterval(interval), [interval])
  useEffect(() => drawn.current?.setShape(shape), [shape, code])
  useEffect(() => drawn.current?.setIndicators(indicators), [indicators, code])
  useEffect(() => drawn.current?.setMarks(marks), [marks, code])
  const { from, until } = frame ?? {}
  useEffect(
    () => drawn.current?.frame(from === undefined || until === undefined ? undefined : { from, until }),
    [from, until, interval, code],
  )

  return <div ref={box} dir="ltr" aria-hidden="true" className="size-full select-none" />
}
