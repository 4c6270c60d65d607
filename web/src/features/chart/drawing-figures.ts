import { registerOverlay, type Chart, type OverlayFigure } from 'klinecharts'
import type { DrawingCanvas, Spot } from './drawing-canvas.ts'
import type { EditorState } from './drawing-state.ts'
import { strokesOf, type Shape } from './drawing-geometry.ts'

type Drawn = { state: () => EditorState; canvas: () => DrawingCanvas; colours: () => DrawingColours }
export type DrawingColours = { line: string; selected: string; ground: string }

const name = 'chart-drawings'
let registered = false

/** Teaches the library, once, to paint what is drawn: one layer for all of it, over the candles. */
function registerDrawings(): void {
  if (registered) return
  registered = true
  registerOverlay<() => Drawn>({
    name,
    totalStep: 2,
    lock: true,
    createPointFigures: ({ chart, overlay }) => {
      const now = overlay.extendData()
      const state = now.state()
      const on = now.canvas()
      const colours = now.colours()
      const { tool, placed, aim } = state
      const points = aim ? [...placed, aim] : placed
      const made = state.drawings.flatMap((drawing) =>
        figuresOf(drawing, { on, colours, chosen: drawing.id === state.selected, grip: state.grip }),
      )
      if (chart.getDataList().length === 0) return []
      if (tool === undefined) return made
      return [
        ...made,
        ...figuresOf({ kind: tool, points: [...points] }, { on, colours, chosen: true, grip: placed.length }),
      ]
    },
  })
}

type FigureStyle = { on: DrawingCanvas; colours: DrawingColours; chosen: boolean; grip: number | undefined }

function figuresOf(shape: Shape, { on, colours, chosen, grip }: FigureStyle): OverlayFigure[] {
  const color = chosen ? colours.selected : colours.line
  const strokes = strokesOf(shape, on)
  const lines = strokes.map(({ from, to }, at): OverlayFigure => ({
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates: [from, to] },
    // The diagonal of a Fibonacci drawing only shows what it is measured on.
    styles: {
      color,
      size: chosen ? 2 : 1.5,
      style: shape.kind === 'fibonacci' && at === strokes.length - 1 ? 'dashed' : 'solid',
      dashedValue: [2, 4],
    },
  }))
  const labels = strokes.flatMap(({ from, label }) =>
    label === undefined ? [] : [labelAt(from, label, { color, colours })],
  )
  const handles = chosen ? shape.points.map((point, at) => handleAt(on.toSpot(point), at === grip, colours)) : []
  return [...lines, ...labels, ...handles]
}

const labelAt = (at: Spot, text: string, params: { color: string; colours: DrawingColours }): OverlayFigure => ({
  type: 'text',
  ignoreEvent: true,
  attrs: { x: at.x + 4, y: at.y - 3, text, align: 'left', baseline: 'bottom' },
  styles: {
    style: 'fill',
    color: params.color,
    size: 11,
    family: 'system-ui, sans-serif',
    backgroundColor: 'transparent',
    borderSize: 0,
    paddingLeft: 0,
    paddingBottom: 0,
  },
})

const handleAt = (at: Spot, isHeld: boolean, colours: DrawingColours): OverlayFigure => ({
  type: 'circle',
  ignoreEvent: true,
  attrs: { x: at.x, y: at.y, r: isHeld ? 6 : 5 },
  styles: {
    style: 'stroke_fill',
    color: isHeld ? colours.selected : colours.ground,
    borderColor: colours.selected,
    borderSize: 2,
  },
})

/** Paints what is drawn. Returns what paints it again, and what takes all away. */
export function paintDrawings(chart: Chart, drawn: Drawn) {
  registerDrawings()
  const id = name
  let revision = 0
  // The library copies and merges what an overlay carries, so it carries a function; and it paints again when a point has
  // changed, so one does, though where it stands does not matter.
  const points = () => [{ dataIndex: 0, value: (revision += 1) }]
  return {
    paint(): void {
      if (chart.getOverlays({ id }).length > 0) chart.overrideOverlay({ id, name, points: points() })
      else chart.createOverlay({ id, name, points: points(), extendData: () => drawn, lock: true })
    },
    stop: () => void chart.removeOverlay({ id }),
  }
}
