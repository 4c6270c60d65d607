import type { Chart } from 'klinecharts'

/** The outermost pixels stay with the browser, whose back gesture begins there. */
export const edgePx = 16
const isTouch = (event: PointerEvent) => event.pointerType !== 'mouse'

/**
 * On touch the chart takes sideways drags and two-finger zoom and nothing else, so that the page scrolls under a finger
 * that moves up or down. The library claims every drag; its touch events are kept from it and done here instead.
 * The wheel scrolls the page, unless the pointer has come to rest on the chart, it turns sideways, or Control is held: then
 * it zooms. `onMove` is called when the customer moves the chart by hand. Returns a function that undoes it.
 */
export function followGestures(element: HTMLElement, chart: Chart, onMove: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const fingers = new Map<number, { x: number; y: number }>()
  const inner = element.firstElementChild
  if (inner instanceof HTMLElement) {
    inner.style.touchAction = 'pan-y'
    inner.style.overscrollBehavior = 'auto'
    inner.tabIndex = -1
  }
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
    element.addEventListener(kind, (event) => event.stopPropagation(), { capture: true, passive: true, signal })
  element.addEventListener(
    'pointerdown',
    (event) => {
      const box = element.getBoundingClientRect()
      const nearEdge = event.clientX < edgePx || event.clientX > innerWidth - edgePx
      if (!isTouch(event) || nearEdge) return
      fingers.set(event.pointerId, { x: event.clientX - box.left, y: event.clientY - box.top })
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const box = element.getBoundingClientRect()
      const at = { x: event.clientX - box.left, y: event.clientY - box.top }
      const spreadBefore = spread()
      fingers.set(event.pointerId, at)
      onMove()
      if (fingers.size === 1) chart.scrollByDistance(at.x - before.x)
      else if (spreadBefore > 0) chart.zoomAtCoordinate(spread() / spreadBefore, at)
    },
    { signal },
  )
  const lift = (event: PointerEvent) => void fingers.delete(event.pointerId)
  for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const)
    element.addEventListener(kind, lift, { signal })
  const zooms = wheelZooms(element, signal)
  element.addEventListener(
    'wheel',
    (event) => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (event.ctrlKey || event.metaKey || sideways || zooms()) return onMove()
      event.stopPropagation()
    },
    { capture: true, passive: true, signal },
  )
  element.addEventListener('pointermove', (event) => !isTouch(event) && event.buttons > 0 && onMove(), { signal })
  return () => stop.abort()
}

const restMs = 400

/**
 * Whether the present turn of the wheel zooms: one that began while the pointer had rested on the chart. A turn that began
 * as a scroll goes on as one, also when it brings the chart under the pointer.
 */
function wheelZooms(element: HTMLElement, signal: AbortSignal): () => boolean {
  let movedAt = Number.POSITIVE_INFINITY
  let reversedAt = Number.NEGATIVE_INFINITY
  let zooming = false
  const moved = () => void (movedAt = performance.now())
  for (const kind of ['pointerenter', 'pointermove'] as const) element.addEventListener(kind, moved, { signal })
  element.addEventListener('pointerleave', () => void (movedAt = Number.POSITIVE_INFINITY), { signal })
  addEventListener(
    'wheel',
    () => {
      const now = performance.now()
      if (now - reversedAt > restMs) zooming = now - movedAt >= restMs
      reversedAt = now
    },
    { capture: true, passive: true, signal },
  )
  return () => zooming
}
