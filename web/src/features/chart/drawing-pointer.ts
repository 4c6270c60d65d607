import { edgePx } from './chart-touch.ts'
import type { DrawingCanvas, Spot } from './drawing-canvas.ts'
import type { DrawingEditor } from './drawing-state.ts'
import { hitOf, type Hit } from './drawing-geometry.ts'

type PointerParams = { element: HTMLElement; editor: DrawingEditor; canvas: () => DrawingCanvas }

/** How near a mouse and a finger must come, and how far a press may slip and still be a press; in pixels. */
const reachOf = (type: string): number => (type === 'mouse' ? 6 : 18)
const slipPx = 8

type Press = { id: number; start: Spot; last: Spot; moves: boolean }

/** What a press does to the chart, wherever the events come from. */
function pressing({ editor, canvas }: Pick<PointerParams, 'editor' | 'canvas'>) {
  let press: Press | undefined
  /** A drag that began on free ground places its first point there. */
  const draw = (at: Spot, start: Spot) => {
    const { placed, tool } = editor.get()
    const slipped = Math.hypot(at.x - start.x, at.y - start.y) > slipPx
    if (slipped && placed.length === 0 && tool !== 'horizontalLine') editor.place(canvas().toPoint(start))
    editor.aim(canvas().toPoint(at))
  }
  return {
    of: (id: number) => press?.id === id,
    isFree: () => press === undefined,
    begin(id: number, at: Spot, hit: Hit | undefined): void {
      press = { id, start: at, last: at, moves: hit !== undefined }
      if (hit) editor.select(hit.id, hit.grip)
      else editor.aim(canvas().toPoint(at))
    },
    move(at: Spot): void {
      if (!press) return
      if (press.moves) editor.shift({ x: at.x - press.last.x, y: at.y - press.last.y }, canvas())
      else draw(at, press.start)
      press.last = at
    },
    end(at: Spot): void {
      if (!press) return
      const { start, moves } = press
      press = undefined
      if (!moves) editor.place(canvas().toPoint(at))
      else if (start.x !== at.x || start.y !== at.y) editor.settle()
    },
    /** The browser took the press for itself; what was moved so far stays. */
    lose(): void {
      if (press?.moves) editor.settle()
      press = undefined
    },
  }
}

/**
 * Draws, chooses and moves by mouse, pen and finger, ahead of the chart's own gestures: what it takes they do not see.
 * A point is placed where the press ends, so that one drag makes a line and two presses do too. Returns a function that
 * ends it.
 */
export function followDrawing({ element, editor, canvas }: PointerParams): () => void {
  const stop = new AbortController()
  const early = { capture: true, signal: stop.signal } as const
  const press = pressing({ editor, canvas })

  const spotOf = (event: { clientX: number; clientY: number }): Spot => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const inside = ({ x, y }: Spot, on: DrawingCanvas) => x >= 0 && x <= on.width && y >= 0 && y <= on.height
  // The outermost pixels stay with the browser, whose back gesture begins there.
  const atEdge = (x: number) => x < edgePx || x > innerWidth - edgePx
  const under = (at: Spot, type: string): Hit | undefined =>
    hitOf(editor.get().drawings, { at, reach: reachOf(type), canvas: canvas() })

  const down = (event: PointerEvent) => {
    const at = spotOf(event)
    if (!press.isFree() || event.button !== 0 || !inside(at, canvas())) return
    if (event.pointerType !== 'mouse' && atEdge(event.clientX)) return
    const { tool, selected } = editor.get()
    const hit = tool === undefined ? under(at, event.pointerType) : undefined
    if (tool === undefined && !hit) return selected === undefined ? undefined : editor.select(undefined)
    // The press is no longer the chart's, and neither is what it would have done by itself: giving it the focus.
    event.stopPropagation()
    event.preventDefault()
    element.closest<HTMLElement>('[role=application]')?.focus({ preventScroll: true })
    element.setPointerCapture(event.pointerId)
    press.begin(event.pointerId, at, hit)
  }
  const move = (event: PointerEvent) => {
    const at = spotOf(event)
    if (press.of(event.pointerId)) {
      event.stopPropagation()
      press.move(at)
    } else if (event.pointerType === 'mouse') {
      if (editor.get().tool !== undefined) editor.aim(canvas().toPoint(at))
      else element.style.cursor = under(at, 'mouse') ? 'pointer' : ''
    }
  }
  const up = (event: PointerEvent) => {
    if (!press.of(event.pointerId)) return
    event.stopPropagation()
    press.end(spotOf(event))
  }
  // Only by refusing the touch itself does the page stay where it is while something is drawn on it or moved.
  const touch = (event: TouchEvent) => {
    const [first, second] = event.touches
    if (!first || second || atEdge(first.clientX) || !inside(spotOf(first), canvas())) return
    const { tool, selected } = editor.get()
    const mine = selected !== undefined && under(spotOf(first), 'touch')?.id === selected
    if (tool !== undefined || mine) event.preventDefault()
  }
  element.addEventListener('pointerdown', down, early)
  element.addEventListener('pointermove', move, early)
  element.addEventListener('pointerup', up, early)
  element.addEventListener('pointercancel', press.lose, early)
  element.addEventListener('touchstart', touch, { ...early, passive: false })
  return () => {
    stop.abort()
    element.style.cursor = ''
  }
}
