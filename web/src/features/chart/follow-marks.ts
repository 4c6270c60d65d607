import type { Chart } from 'klinecharts'
import { loadUntilLoaded } from '../../lib/lazy-with-retry.ts'
import type { ChartMark } from './chart-marks.ts'

/** Shows orders on the chart. What draws them comes with the first of them: who has none loads none of it. */
export function followMarks(chart: Chart) {
  let marks: readonly ChartMark[] = []
  let spanMs = 0
  let isOver = false
  let drawing: Promise<void> | undefined
  const draw = async () => {
    const { registerMarks, showMarks } = await loadUntilLoaded(() => import('./chart-marks.ts'))
    registerMarks()
    drawing = undefined
    if (!isOver) showMarks(chart, marks, spanMs)
  }
  return {
    /** `next`: other marks than before; absent where only the length of a candle is another. */
    show(next: readonly ChartMark[] | undefined, span: number): void {
      const before = marks.length
      marks = next ?? marks
      spanMs = span
      if (marks.length > 0 || before > 0) drawing ??= draw()
    },
    stop: () => void (isOver = true),
  }
}
