import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

const edgePx = 90
const pullPx = 12
const pullEveryMs = 16

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
    let pointer = event.clientY
    const apply = () => {
      const box = ref.current?.getBoundingClientRect()
      if (!box || box.height === 0) return
      to = Math.max(0, Math.min(count - 1, Math.floor(((pointer - box.top) / box.height) * count)))
      setDrag({ from, to })
    }
    const follow = ({ clientY }: PointerEvent) => {
      pointer = clientY
      apply()
    }
    // A row that is held at an edge of the window takes the page along, so that a long list can be crossed.
    const pulling = setInterval(() => {
      const pull = pointer < edgePx ? -1 : pointer > innerHeight - edgePx ? 1 : 0
      if (pull === 0) return
      scrollBy(0, pull * pullPx)
      apply()
    }, pullEveryMs)
    const giveUp = () => {
      clearInterval(pulling)
      end.abort()
      setDrag(undefined)
    }
    const drop = () => {
      giveUp()
      onMove(from, to)
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
