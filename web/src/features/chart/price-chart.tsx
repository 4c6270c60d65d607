import type { Interval } from '@evenhand/protocol/markets.ts'
import { useEffect, useRef } from 'react'
import type { Bar } from './chart-candles.ts'
import { drawChart, type ChartShape, type ChartState, type Drawing } from './chart-drawing.ts'
import type { IndicatorName } from './chart-indicators.ts'
import type { ChartMark } from './chart-marks.ts'

type PriceChartProps = {
  code: string
  precision: number
  interval: Interval
  shape: ChartShape
  indicators: readonly IndicatorName[]
  marks: readonly ChartMark[]
  onState: (state: ChartState) => void
  onPoint: (bar: Bar | undefined) => void
  /** Hands out what keyboard, table and buttons need of the drawing; undefined when it is gone. */
  onDrawing: (drawing: Drawing | undefined) => void
}

/** The canvas of the chart. Lazily loaded with its library; always left to right, also in right-to-left languages. */
export function PriceChart({ code, precision, interval, shape, indicators, marks, ...on }: PriceChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
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
    })
    drawing.current = made
    latest.current.onDrawing(made)
    return () => {
      drawing.current = undefined
      latest.current.onDrawing(undefined)
      made.stop()
    }
  }, [code, precision])
  useEffect(() => drawing.current?.setInterval(interval), [interval])
  useEffect(() => drawing.current?.setShape(shape), [shape, code])
  useEffect(() => drawing.current?.setIndicators(indicators), [indicators, code])
  useEffect(() => drawing.current?.setMarks(marks), [marks, code])

  return <div ref={box} dir="ltr" aria-hidden="true" className="size-full select-none" />
}
