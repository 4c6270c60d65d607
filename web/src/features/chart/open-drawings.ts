import type { DrawingPoint } from '@evenhand/protocol/chart.ts'
import { newKey } from '../../lib/call.ts'
import { subscribeAppearance } from '../../lib/settings.ts'
import type { Bar } from './chart-candles.ts'
import type { DrawingBoard } from './chart-drawing.ts'
import { drawingColours } from './chart-style.ts'
import { drawingCanvas } from './drawing-canvas.ts'
import { createDrawingEditor } from './drawing-state.ts'
import { paintDrawings } from './drawing-figures.ts'
import { keepForCustomer, keepForGuest, takeGuestAlong, type Keeper, type KeepingState } from './drawing-keeper.ts'
import { drawingKey, type DrawingMessage } from './drawing-keys.ts'
import { followDrawing } from './drawing-pointer.ts'

type OpenParams = {
  code: string
  board: DrawingBoard
  /** Whose drawings they are; undefined for a guest. */
  owner: string | undefined
  onState: (state: KeepingState) => void
}
export type OpenDrawings = ReturnType<typeof openDrawings>

/** Brings an instrument's drawings onto its chart: kept, painted, and open to pointer and keys. */
export function openDrawings({ code, board, owner, onState }: OpenParams) {
  const { chart, element, precision, spanMs, pointed } = board
  const canvas = () => drawingCanvas(chart, { precision, spanMs: spanMs() })
  let keeper: Keeper | undefined
  const editor = createDrawingEditor({ keep: (drawings) => keeper?.keep(drawings), newId: newKey })
  const picture = paintDrawings(chart, { state: editor.get, canvas, colours: drawingColours })
  const stops = [
    editor.subscribe(picture.paint),
    subscribeAppearance(picture.paint),
    followDrawing({ element, editor, canvas }),
    picture.stop,
  ]
  const params = { code, show: editor.show, onState }
  keeper = owner === undefined ? keepForGuest(params) : keepForCustomer({ ...params, owner })
  // What cannot be taken along now waits in this browser for the next visit.
  if (owner !== undefined) void takeGuestAlong({ owner, except: code }).catch(() => {})

  /** Where drawing by keyboard begins: the close of the candle pointed at, or of the newest one. */
  const start = (): DrawingPoint => {
    const bar = pointed() ?? (chart.getDataList() as Bar[]).at(-1)
    return { ts: (bar?.timestamp ?? 0) + spanMs() / 2, price: bar?.texts[3] ?? '0' }
  }
  return {
    editor,
    /** What a key pressed on the chart does to what is drawn; undefined when nothing. */
    key: (event: Parameters<typeof drawingKey>[0]): DrawingMessage | undefined =>
      drawingKey(event, { editor, canvas, start }),
    stop(): void {
      keeper?.stop()
      for (const stop of stops) stop()
    },
  }
}
