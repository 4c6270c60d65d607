import { secondMs } from '@evenhand/protocol/durations.ts'
import { registerOverlay, type Chart, type OverlayFigure } from 'klinecharts'
import { markColours } from './chart-style.ts'
import { besidePoint, timeToPixel } from './chart-time.ts'

/** Something that runs on the instrument: where it entered, its direction, and when it ends. */
export type ChartMark = {
  readonly id: string
  readonly direction: 'UP' | 'DOWN'
  /** Price of the entry; absent while it is not known. */
  readonly price?: string
  /** Epoch milliseconds: the entry's tick, or the acceptance while there is none. */
  readonly from: number
  readonly until?: number
  /** The tick it ended at; absent while it runs. */
  readonly end?: { readonly ts: number; readonly price: string }
  /** What stands beside the line, for example the time left. */
  readonly label: string
}

type Drawn = { mark: ChartMark; spanMs: number }
const running = 'running-order'
const ended = 'ended-order'
const group = 'orders'

/** A recorded second is drawn in the middle of its position, so what happened in it stands there as well. */
const pixelOf = (chart: Chart, ts: number, spanMs: number): number =>
  timeToPixel(chart, spanMs === secondMs ? ts + secondMs / 2 : ts, spanMs)

let registered = false

/** Teaches the library, once, to draw orders: a running one has one point, its entry; an ended one its end as well. */
export function registerMarks(): void {
  if (registered) return
  registered = true
  registerOverlay<Drawn>({
    name: running,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ chart, overlay, coordinates, bounding }) => {
      const { mark, spanMs } = overlay.extendData
      const start = pixelOf(chart, mark.from, spanMs)
      const end = mark.until === undefined ? bounding.width : pixelOf(chart, mark.until, spanMs)
      const y = mark.price === undefined ? undefined : (coordinates[0]?.y ?? 0)
      const { height, width } = bounding
      return figuresOf(mark, { start, end, y, height, width, isSeconds: spanMs === secondMs })
    },
  })
  registerOverlay<Drawn>({
    name: ended,
    totalStep: 3,
    lock: true,
    createPointFigures: ({ chart, overlay, coordinates, bounding }) => {
      const { mark, spanMs } = overlay.extendData
      const [entry, exit] = coordinates
      const start = pixelOf(chart, mark.from, spanMs)
      const end = pixelOf(chart, mark.end?.ts ?? mark.from, spanMs)
      return endedFigures(mark, { start, end, y: entry?.y ?? 0, endY: exit?.y ?? 0, width: bounding.width })
    },
  })
}

/** 8 % of 255: how much of its colour a side that would win is given. */
const shadeAlpha = '14'

type Position = {
  start: number
  end: number
  y: number | undefined
  height: number
  width: number
  /** On a line of seconds the side that would win is shaded. */
  isSeconds: boolean
}

const coloursOf = ({ direction }: ChartMark) => {
  const colours = markColours()
  const up = direction === 'UP'
  return { line: up ? colours.up : colours.down, fill: up ? colours.upFill : colours.downFill, ground: colours.surface }
}

const stroke = (from: readonly [number, number], to: readonly [number, number], style: Stroke): OverlayFigure => ({
  type: 'line',
  ignoreEvent: true,
  attrs: {
    coordinates: [
      { x: from[0], y: from[1] },
      { x: to[0], y: to[1] },
    ],
  },
  styles: {
    style: style.dashed ? 'dashed' : 'solid',
    dashedValue: [...(style.dashed ?? [2, 4])],
    color: style.color,
    size: style.size ?? 1,
  },
})
type Stroke = { color: string; dashed?: readonly number[]; size?: number }

const dot = (x: number, y: number, colours: { fill: string; ground: string }): OverlayFigure => ({
  type: 'circle',
  ignoreEvent: true,
  attrs: { x, y, r: 5 },
  styles: { style: 'stroke_fill', color: colours.fill, borderColor: colours.ground, borderSize: 2 },
})

const tag = (text: string, at: { x: number; y: number; align: 'left' | 'right' }, ground: string): OverlayFigure => ({
  type: 'text',
  ignoreEvent: true,
  attrs: { ...at, text, baseline: 'middle' },
  styles: {
    style: 'fill',
    color: '#ffffff',
    backgroundColor: ground,
    borderSize: 0,
    borderRadius: 4,
    size: 12,
    weight: 600,
    family: 'system-ui, sans-serif',
  },
})

const arrow = ({ direction, label }: ChartMark): string => `${direction === 'UP' ? '↑' : '↓'} ${label}`

function figuresOf(mark: ChartMark, { start, end, y, height, width, isSeconds }: Position): OverlayFigure[] {
  const { line, fill, ground } = coloursOf(mark)
  const vertical = (x: number, dashed: number[]) => stroke([x, 0], [x, height], { color: line, dashed })
  if (y === undefined) return [vertical(start, [2, 4])]
  const shownEnd = Math.min(end, width)
  const top = mark.direction === 'UP' ? 0 : y
  const shade: OverlayFigure = {
    type: 'rect',
    ignoreEvent: true,
    attrs: { x: start, y: top, width: Math.max(0, shownEnd - start), height: mark.direction === 'UP' ? y : height - y },
    styles: { style: 'fill', color: `${line}${shadeAlpha}` },
  }
  return [
    ...(isSeconds ? [shade] : []),
    stroke([shownEnd, y], [width, y], { color: line, dashed: [2, 4] }),
    stroke([start, y], [shownEnd, y], { color: line, size: 2 }),
    ...(end <= width ? [vertical(end, [4, 4])] : []),
    dot(start, y, { fill, ground }),
    tag(arrow(mark), { x: Math.max(start - 10, labelPx), y, align: 'right' }, fill),
  ]
}

/** Entry and end of an order that is over, what leads from one to the other, and its result. */
function endedFigures(
  mark: ChartMark,
  { start, end, y, endY, width }: { start: number; end: number; y: number; endY: number; width: number },
) {
  const { line, fill, ground } = coloursOf(mark)
  const { result } = markColours()
  return [
    stroke([start, y], [end, y], { color: line, size: 2 }),
    stroke([end, y], [end, endY], { color: line, dashed: [2, 3] }),
    dot(start, y, { fill, ground }),
    dot(end, endY, { fill: result, ground }),
    tag(arrow(mark), { ...besidePoint(end, { width, labelPx }), y: endY }, result),
  ]
}

/** Width kept for a label: of an entry that has scrolled out at the start, of a result at the end. */
const labelPx = 72

/** Shows exactly these marks. `spanMs`: length of a candle. */
export function showMarks(chart: Chart, marks: readonly ChartMark[], spanMs: number): void {
  const known = new Map(chart.getOverlays({ groupId: group }).map((overlay) => [overlay.id, overlay]))
  for (const mark of marks) {
    const entry = { timestamp: mark.from, ...(mark.price === undefined ? {} : { value: Number(mark.price) }) }
    const end = mark.end && { timestamp: mark.end.ts, value: Number(mark.end.price) }
    const name = end ? ended : running
    const id = `${name} ${mark.id}`
    const points = end ? [entry, end] : [entry]
    const extendData: Drawn = { mark, spanMs }
    if (known.delete(id)) chart.overrideOverlay({ id, name, points, extendData })
    else chart.createOverlay({ id, groupId: group, name, points, extendData, lock: true })
  }
  for (const id of known.keys()) chart.removeOverlay({ id })
}
