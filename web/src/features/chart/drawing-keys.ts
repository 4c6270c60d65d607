import type { DrawingPoint } from '@evenhand/protocol/chart.ts'
import type { DrawingCanvas, Spot } from './drawing-canvas.ts'
import type { DrawingEditor } from './drawing-state.ts'

/** What a key did, to be announced: the texts under `draw.said`. */
export type DrawingMessage =
  | { readonly what: 'aim' | 'moved'; readonly point: DrawingPoint }
  | { readonly what: 'placed' | 'done' | 'deleted' | 'undone' | 'cancelled' | 'whole' | 'first' | 'second' }

type Press = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }
type KeysParams = {
  editor: DrawingEditor
  canvas: () => DrawingCanvas
  /** The candle pointed at, to begin there. */ start: () => DrawingPoint
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** By candles across and by hundredths of the pane up and down; with Shift by single pixels. */
function pixels(press: Press, canvas: DrawingCanvas): Spot | undefined {
  const step = steps[press.key]
  if (!step) return undefined
  const up = press.shiftKey ? 1 : Math.max(1, canvas.height / 100)
  return { x: step[0] * canvas.step, y: step[1] * up }
}

/** Draws, moves, deletes and takes back by keyboard. Returns what was done, or undefined for a key that is not its own. */
export function drawingKey(press: Press, { editor, canvas, start }: KeysParams): DrawingMessage | undefined {
  const state = editor.get()
  if ((press.ctrlKey || press.metaKey) && press.key.toLowerCase() === 'z')
    return editor.undo() ? { what: 'undone' } : undefined
  if (press.ctrlKey || press.metaKey) return undefined
  if (state.tool !== undefined) return draw(press, { editor, canvas, start })
  return state.selected === undefined ? undefined : edit(press, { editor, canvas })
}

function draw(press: Press, { editor, canvas, start }: KeysParams): DrawingMessage | undefined {
  const aim = editor.get().aim ?? start()
  const on = canvas()
  const by = pixels(press, on)
  if (by) {
    const from = on.toSpot(aim)
    const to = on.toPoint({ x: from.x + by.x, y: from.y + by.y })
    const point = { ts: by.x === 0 ? aim.ts : to.ts, price: by.y === 0 ? aim.price : to.price }
    editor.aim(point)
    return { what: 'aim', point }
  }
  if (press.key === 'Enter' || press.key === ' ') return editor.place(aim) ? { what: 'done' } : { what: 'placed' }
  if (press.key !== 'Escape') return undefined
  editor.choose(undefined)
  return { what: 'cancelled' }
}

const held = ['first', 'second'] as const

function edit(press: Press, { editor, canvas }: Pick<KeysParams, 'editor' | 'canvas'>): DrawingMessage | undefined {
  const on = canvas()
  const by = pixels(press, on)
  if (by) {
    editor.shift(by, on)
    editor.settle()
    const point = editor.selected()?.points[editor.get().grip ?? 0]
    return point && { what: 'moved', point }
  }
  if (press.key === 'Delete' || press.key === 'Backspace') return editor.remove() ? { what: 'deleted' } : undefined
  if (press.key === 'Enter') {
    editor.holdNext()
    const { grip } = editor.get()
    return { what: (grip === undefined ? undefined : held[grip]) ?? 'whole' }
  }
  if (press.key !== 'Escape') return undefined
  editor.select(undefined)
  return { what: 'cancelled' }
}
