import { useEffect, useRef, type RefObject } from 'react'

/** Moves the focus to the first field that is wrong, each time `attempt` changes. */
export function useFirstError(attempt: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  return form
}
