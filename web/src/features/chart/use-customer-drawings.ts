import { useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'

/** What drawings make of a key on the chart; true when it was theirs. */
export type DrawingKeys = (event: KeyboardEvent) => boolean

/** Whether there are drawings to load, whose they are, and what keys do to them. */
export function useCustomerDrawings() {
  const owner = useSession()?.user.id
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const keys = useRef<DrawingKeys>(undefined)
  return {
    owner,
    open,
    wanted: opened || owner !== undefined || readStored('drawings') !== null,
    toggle: () => {
      setOpened(true)
      setOpen(!open)
    },
    hold: (made: DrawingKeys | undefined) => void (keys.current = made),
    key: (event: KeyboardEvent): boolean => keys.current?.(event) ?? false,
  }
}
