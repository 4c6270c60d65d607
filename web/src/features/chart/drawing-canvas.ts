import type { DrawingPoint } from '@evenhand/protocol/chart.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Chart } from 'klinecharts'
import { candlePane } from './chart-pointing.ts'
import { pixelToTime, timeToPixel } from './chart-time.ts'

export type Spot = { readonly x: number; readonly y: number }

/** The candles' pane as something to draw on: its size, and positions on it in both tongues. */
export type DrawingCanvas = {
  readonly width: number
  readonly height: number
  /** Pixels from one candle to the next. */
  readonly step: number
  toSpot(point: DrawingPoint): Spot
  toPoint(spot: Spot): DrawingPoint
}

/**
 * A position on the canvas is a pixel and so is what it is worth: the price of a drawing follows the finger, not the record.
 * It is written at the instrument's precision, so that it is read back as the same text.
 */
const priceText = (value: number, precision: number): string =>
  formatUnits(BigInt(Math.round(Math.max(-1e12, Math.min(1e12, value || 0)) * 10 ** precision)), precision)

/** `spanMs`: length of a candle. */
export function drawingCanvas(
  chart: Chart,
  { precision, spanMs }: { precision: number; spanMs: number },
): DrawingCanvas {
  const size = chart.getSize(candlePane, 'main')
  return {
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    step: chart.getBarSpace().bar,
    toSpot({ ts, price }) {
      const [at] = chart.convertToPixel([{ value: Number(price) }], { paneId: candlePane }) as { y?: number }[]
      return { x: timeToPixel(chart, ts, spanMs), y: at?.y ?? 0 }
    },
    toPoint({ x, y }) {
      const [at] = chart.convertFromPixel([{ x, y }], { paneId: candlePane }) as { value?: number }[]
      return { ts: pixelToTime(chart, x, spanMs), price: priceText(at?.value ?? 0, precision) }
    },
  }
}
