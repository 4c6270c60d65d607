import {
  drawingLimits,
  drawingPoints,
  type ChartDrawing,
  type DrawingKind,
  type DrawingPoint,
} from '@evenhand/protocol/chart.ts'
import { createStore } from '../../lib/store.ts'
import type { DrawingCanvas, Spot } from './drawing-canvas.ts'
import { shifted } from './drawing-geometry.ts'

export type EditorState = {
  readonly drawings: readonly ChartDrawing[]
  /** What is being drawn; its points placed so far, and where the next one would stand. */
  readonly tool?: DrawingKind | undefined
  readonly placed: readonly DrawingPoint[]
  readonly aim?: DrawingPoint | undefined
  /** The drawing chosen, and the point of it that is held; the whole of it where none is. */
  readonly selected?: string | undefined
  readonly grip?: number | undefined
  /** What was deleted last stands last, so that it can be taken back. */
  readonly deleted: readonly ChartDrawing[]
}

const undoable = 20
const nothing = { tool: undefined, placed: [], aim: undefined, selected: undefined, grip: undefined } as const

export type DrawingEditor = ReturnType<typeof createDrawingEditor>
type EditorParams = {
  /** Called after every change that should be kept; not while something is being dragged. */
  keep: (drawings: readonly ChartDrawing[]) => void
  newId: () => string
}

/** What is drawn on a chart and what is being done to it, without a canvas or a pointer. */
export function createDrawingEditor({ keep, newId }: EditorParams) {
  const store = createStore<EditorState>({ ...nothing, drawings: [], deleted: [] })
  const change = (part: Partial<EditorState>) => store.set({ ...store.get(), ...part })
  const find = (id: string | undefined) => store.get().drawings.find((drawing) => drawing.id === id)
  const commit = (part: Partial<EditorState> & Pick<EditorState, 'drawings'>) => {
    change(part)
    keep(part.drawings)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Other drawings than before, from the server or another tab; what is being done goes on where it can. */
    show(drawings: readonly ChartDrawing[]): void {
      const { selected } = store.get()
      change({
        drawings,
        ...(drawings.some(({ id }) => id === selected) ? {} : { selected: undefined, grip: undefined }),
      })
    },
    isFull: () => store.get().drawings.length >= drawingLimits.perCode,
    /** Takes a tool, or puts it away. */
    choose: (tool: DrawingKind | undefined) => change({ ...nothing, tool }),
    aim: (point: DrawingPoint) => change({ aim: point }),
    /** Places the next point of what is being drawn. Returns the drawing when that was its last. */
    place(point: DrawingPoint): ChartDrawing | undefined {
      const { tool, placed, drawings } = store.get()
      if (tool === undefined || drawings.length >= drawingLimits.perCode) return undefined
      const points = [...placed, point]
      if (points.length < drawingPoints[tool]) {
        change({ placed: points, aim: point })
        return undefined
      }
      const made: ChartDrawing = { id: newId(), kind: tool, points }
      commit({ ...nothing, drawings: [...drawings, made], selected: made.id })
      return made
    },
    select: (id: string | undefined, grip?: number) => change({ ...nothing, selected: id, grip }),
    selected: () => find(store.get().selected),
    /** Holds the whole drawing, then each of its points in turn. */
    holdNext(): void {
      const { grip } = store.get()
      const count = find(store.get().selected)?.points.length ?? 0
      const next = grip === undefined ? 0 : grip + 1
      change({ grip: count < 2 || next >= count ? undefined : next })
    },
    /** Moves what is held by pixels; `keep` it or go on dragging. */
    shift(by: Spot, canvas: DrawingCanvas): void {
      const { drawings, selected, grip } = store.get()
      change({
        drawings: drawings.map((drawing) =>
          drawing.id === selected
            ? { ...drawing, points: shifted(drawing.kind, drawing.points, { by, grip, canvas }) }
            : drawing,
        ),
      })
    },
    /** The end of a drag or of a key's move: what stands now is kept. */
    settle: () => keep(store.get().drawings),
    remove(): ChartDrawing | undefined {
      const gone = find(store.get().selected)
      if (!gone) return undefined
      const { drawings, deleted } = store.get()
      const rest = drawings.filter(({ id }) => id !== gone.id)
      commit({ ...nothing, drawings: rest, deleted: [...deleted, gone].slice(-undoable) })
      return gone
    },
    /** Brings back what was deleted last. */
    undo(): ChartDrawing | undefined {
      const { drawings, deleted } = store.get()
      const back = deleted.at(-1)
      if (!back || drawings.length >= drawingLimits.perCode) return undefined
      const rest = drawings.filter(({ id }) => id !== back.id)
      commit({ ...nothing, drawings: [...rest, back], deleted: deleted.slice(0, -1), selected: back.id })
      return back
    },
  }
}
