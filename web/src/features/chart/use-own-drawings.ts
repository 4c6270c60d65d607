import { useRef, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'
import type { OpenDrawings } from './open-drawings.ts'

/** Whether there are drawings to load, whose they are, and what keys do to them. */
export function useOwnDrawings() {
  const owner = useSession()?.user.id
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const drawings = useRef<OpenDrawings>(undefined)
  return {
    owner,
    open,
    wanted: opened || owner !== undefined || readStored('drawings') !== null,
    toggle: () => {
      setOpened(true)
      setOpen(!open)
    },
    drawings,
    hold: (made: OpenDrawings | undefined) => void (drawings.current = made),
  }
}
