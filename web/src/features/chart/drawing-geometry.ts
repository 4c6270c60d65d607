import type { ChartDrawing, DrawingKind, DrawingPoint } from '@evenhand/protocol/chart.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { formatDecimal } from '../../lib/format.tsx'
import type { DrawingCanvas, Spot } from './drawing-canvas.ts'

/** The retracements that a Fibonacci drawing shows, in thousandths of the way from its second point to its first. */
export const fibonacciLevels = [0, 236, 382, 500, 618, 786, 1000] as const

export type Stroke = { readonly from: Spot; readonly to: Spot; readonly label?: string }
export type Shape = Pick<ChartDrawing, 'kind' | 'points'>

/** The straight lines of a drawing on the canvas, with what is written at them. */
export function strokesOf({ kind, points }: Shape, canvas: DrawingCanvas): Stroke[] {
  const spots = points.map((point) => canvas.toSpot(point))
  const [from, to] = spots
  if (!from) return []
  if (kind === 'horizontalLine')
    return [
      { from: { x: 0, y: from.y }, to: { x: canvas.width, y: from.y }, label: formatDecimal(points[0]?.price ?? '') },
    ]
  if (!to) return []
  if (kind === 'trendLine') return [{ from, to }]
  const begin = Math.min(from.x, to.x)
  const end = Math.max(from.x, to.x, begin + 80)
  // Levels that lie closer than their words are high go without.
  const isRoomy = Math.abs(from.y - to.y) * 0.118 > labelPx
  return [
    ...fibonacciLevels.map((level) => {
      const y = to.y + ((from.y - to.y) * level) / 1000
      const line = { from: { x: begin, y }, to: { x: end, y } }
      return isRoomy ? { ...line, label: `${level / 10}% · ${retraced(points, level)}` } : line
    }),
    { from, to },
  ]
}

const labelPx = 12

/** The price at a level, exact in the digits that both points are written in. */
function retraced([from, to]: Shape['points'], level: number): string {
  const [high, low] = [from?.price ?? '0', to?.price ?? '0']
  const decimals = high.split('.')[1]?.length ?? 0
  const units = (text: string) => BigInt(text.replace('.', ''))
  return formatDecimal(formatUnits(units(low) + ((units(high) - units(low)) * BigInt(level)) / 1000n, decimals))
}

function distance(at: Spot, { from, to }: Stroke): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = dx === 0 && dy === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy)
  const held = Math.max(0, Math.min(1, along))
  return Math.hypot(at.x - from.x - held * dx, at.y - from.y - held * dy)
}

/** What lies under a pointer: a drawing, and the point of it where one is near. */
export type Hit = { readonly id: string; readonly grip: number | undefined }

type Pointer = { at: Spot; reach: number; canvas: DrawingCanvas }

/** The drawing under a pointer, the newest on top; `reach` in pixels is how near is near. */
export function hitOf(drawings: readonly ChartDrawing[], { at, reach, canvas }: Pointer): Hit | undefined {
  for (const drawing of drawings.toReversed()) {
    const near = drawing.points.findIndex((point) => {
      const spot = canvas.toSpot(point)
      return Math.hypot(spot.x - at.x, spot.y - at.y) <= reach + 2
    })
    if (near >= 0) return { id: drawing.id, grip: drawing.kind === 'horizontalLine' ? undefined : near }
    if (strokesOf(drawing, canvas).some((stroke) => distance(at, stroke) <= reach))
      return { id: drawing.id, grip: undefined }
  }
  return undefined
}

type Shift = { readonly by: Spot; readonly grip: number | undefined; readonly canvas: DrawingCanvas }

/** The points of a drawing moved by pixels: all of them, or the one that is held. */
export function shifted(
  kind: DrawingKind,
  points: readonly DrawingPoint[],
  { by, grip, canvas }: Shift,
): DrawingPoint[] {
  return points.map((point, at) => {
    if (grip !== undefined && grip !== at) return point
    const { x, y } = canvas.toSpot(point)
    const moved = canvas.toPoint({ x: x + by.x, y: y + by.y })
    // What moves straight up keeps its moment, and straight sideways its price, without a rounding on the way.
    return { ts: by.x === 0 ? point.ts : moved.ts, price: by.y === 0 ? point.price : moved.price }
  })
}
