import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

type Drag = { readonly from: number; readonly to: number }
type DragOrder = {
  /** Goes on the list; its rows are of one height. */
  ref: RefObject<HTMLOListElement | null>
  from: number | undefined
  to: number
  begin: (event: ReactPointerEvent<HTMLElement>, at: number) => void
}

/** Rows that are dragged by a grip with mouse, pen or finger. `onMove` runs once, when the row is let go elsewhere. */
export function useDragOrder({
  count,
  onMove,
}: {
  count: number
  onMove: (from: number, to: number) => void
}): DragOrder {
  const ref = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const begin = (event: ReactPointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    event.preventDefault()
    let to = from
    const end = new AbortController()
    const follow = ({ clientY }: PointerEvent) => {
      const box = ref.current?.getBoundingClientRect()
      if (!box || box.height === 0) return
      to = Math.max(0, Math.min(count - 1, Math.floor(((clientY - box.top) / box.height) * count)))
      setDrag({ from, to })
    }
    const drop = () => {
      end.abort()
      setDrag(undefined)
      onMove(from, to)
    }
    const giveUp = () => {
      end.abort()
      setDrag(undefined)
    }
    const { signal } = end
    addEventListener('pointermove', follow, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', giveUp, { signal })
    addEventListener('keydown', (key) => key.key === 'Escape' && giveUp(), { signal })
    setDrag({ from, to })
  }
  return { ref, from: drag?.from, to: drag?.to ?? 0, begin }
}
