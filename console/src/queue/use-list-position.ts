import { useLayoutEffect, useRef, useState } from 'react'
import { useLayout } from '../lib/settings.ts'
import { keptPosition, nextOpen, stepFrom, type ListPosition } from './list-position.ts'

type ListPositionParams = {
  /** In the order in which they are shown. */
  ids: readonly string[]
  openId: string | undefined
  /** Whether a case waits for this operator alone; undefined where the list is no queue. */
  isOpen: ((id: string) => boolean) | undefined
  onGo: (id: string) => void
}

/** Keeps an operator's position in a list by the case, and goes on from it: by a key, and by itself after a decision. */
export function useListPosition({ ids, openId, isOpen, onGo }: ListPositionParams) {
  const position = useRef<ListPosition>(undefined)
  const [endedAt, setEndedAt] = useState<string>()
  position.current = keptPosition(position.current, ids, openId)
  // A dialog whose decision was taken calls back after the list was reloaded: it must meet the newest of everything.
  const current = useRef({ ids, isOpen, onGo })
  current.current = { ids, isOpen, onGo }
  useFocusAtPosition(openId, position)
  const goTo = (id: string | undefined) =>
    id === undefined ? setEndedAt(position.current?.id) : current.current.onGo(id)
  return {
    /** Whether the list had no more behind the case that is still open. */
    ended: endedAt !== undefined && endedAt === openId,
    go: (step: 1 | -1) => goTo(stepFrom(position.current, current.current.ids, step)),
    decided: () => {
      const { ids: now, isOpen: waits } = current.current
      if (waits) goTo(nextOpen(position.current, now, waits))
    },
  }
}

/** Gives focus back to the row of a case that was closed, and brings it into sight where the list was hidden meanwhile. */
function useFocusAtPosition(
  openId: string | undefined,
  position: { readonly current: ListPosition | undefined },
): void {
  const layout = useLayout()
  const was = useRef(openId)
  // Before the focus that fell is looked after, which would leave it in what is nearest to the case.
  useLayoutEffect(() => {
    const closed = was.current !== undefined && openId === undefined
    was.current = openId
    const id = position.current?.id
    if (!closed || id === undefined || document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    const button = row instanceof HTMLButtonElement ? row : row?.querySelector('button')
    button?.focus({ preventScroll: true })
    if (layout === 'mobile') row?.scrollIntoView({ block: 'center' })
  }, [openId, position, layout])
}
