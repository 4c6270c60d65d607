import { registerOverlay, type Chart, type OverlayFigure } from 'klinecharts'
import { markColours } from './chart-look.ts'
import { timeToPixel } from './chart-time.ts'

/** Something that runs on the instrument: where it entered, which way it looks, and when it ends. */
export type ChartMark = {
  readonly id: string
  readonly direction: 'UP' | 'DOWN'
  /** Price of the entry; absent while it is not known. */
  readonly price?: string
  /** Epoch milliseconds: the entry's tick, or the acceptance while there is none. */
  readonly from: number
  readonly until?: number
  /** What stands beside the line, for example the time left. */
  readonly label: string
}

type Drawn = { mark: ChartMark; spanMs: number }
const name = 'running-order'
const group = 'running-orders'

let registered = false

/** Teaches the library, once, to draw a running order: entry line and dot, end line, label. */
export function registerMarks(): void {
  if (registered) return
  registered = true
  registerOverlay<Drawn>({
    name,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ chart, overlay, coordinates, bounding }) => {
      const { mark, spanMs } = overlay.extendData
      const start = timeToPixel(chart, mark.from, spanMs)
      const end = mark.until === undefined ? bounding.width : timeToPixel(chart, mark.until, spanMs)
      const y = coordinates[0]?.y ?? 0
      const place = {
        start,
        end,
        y: mark.price === undefined ? undefined : y,
        height: bounding.height,
        width: bounding.width,
      }
      return figuresOf(mark, place)
    },
  })
}

type Place = { start: number; end: number; y: number | undefined; height: number; width: number }

function figuresOf(mark: ChartMark, { start, end, y, height, width }: Place): OverlayFigure[] {
  const colours = markColours()
  const colour = mark.direction === 'UP' ? colours.up : colours.down
  const fill = mark.direction === 'UP' ? colours.upFill : colours.downFill
  const vertical = (x: number, dashed: number[]): OverlayFigure => ({
    type: 'line',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x, y: 0 },
        { x, y: height },
      ],
    },
    styles: { style: 'dashed', dashedValue: dashed, color: colour, size: 1 },
  })
  if (y === undefined) return [vertical(start, [2, 4])]
  const shownEnd = Math.min(end, width)
  const level = (from: number, to: number, style: 'solid' | 'dashed'): OverlayFigure => ({
    type: 'line',
    ignoreEvent: true,
    attrs: {
      coordinates: [
        { x: from, y },
        { x: to, y },
      ],
    },
    styles: { style, dashedValue: [2, 4], color: colour, size: style === 'solid' ? 2 : 1 },
  })
  const dot: OverlayFigure = {
    type: 'circle',
    ignoreEvent: true,
    attrs: { x: start, y, r: 5 },
    styles: { style: 'stroke_fill', color: fill, borderColor: colours.surface, borderSize: 2 },
  }
  const label: OverlayFigure = {
    type: 'text',
    ignoreEvent: true,
    attrs: {
      x: Math.max(start - 10, labelPx),
      y,
      text: `${mark.direction === 'UP' ? '↑' : '↓'} ${mark.label}`,
      align: 'right',
      baseline: 'middle',
    },
    styles: {
      style: 'fill',
      color: '#ffffff',
      backgroundColor: fill,
      borderSize: 0,
      borderRadius: 4,
      size: 12,
      weight: 600,
      family: 'system-ui, sans-serif',
    },
  }
  const ends = end <= width ? [vertical(end, [4, 4])] : []
  return [level(shownEnd, width, 'dashed'), level(start, shownEnd, 'solid'), ...ends, dot, label]
}

/** Width kept for the label of an entry that has scrolled out at the start. */
const labelPx = 72

/** Shows exactly these marks. `spanMs`: length of a candle. */
export function showMarks(chart: Chart, marks: readonly ChartMark[], spanMs: number): void {
  const known = new Map(chart.getOverlays({ groupId: group }).map((overlay) => [overlay.id, overlay]))
  for (const mark of marks) {
    const point = { timestamp: mark.from, ...(mark.price === undefined ? {} : { value: Number(mark.price) }) }
    const extendData: Drawn = { mark, spanMs }
    if (known.delete(mark.id)) chart.overrideOverlay({ id: mark.id, name, points: [point], extendData })
    else chart.createOverlay({ id: mark.id, groupId: group, name, points: [point], extendData, lock: true })
  }
  for (const id of known.keys()) chart.removeOverlay({ id })
}
