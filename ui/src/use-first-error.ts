import { useEffect, useRef, type RefObject } from 'react'

/** Moves the focus to the first field that is wrong, each time `attempt` changes. */
export function useFirstError(attempt: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  return form
}

const wrongField = '[aria-invalid="true"], [data-wrong] [tabindex="0"]'

/**
 * The `ref` of a form that states what is wrong as soon as it is submitted, or when the response comes: the focus moves to the
 * first field that is wrong, unless something is typed before. `data-wrong` marks a field that is no single element.
 */
export function toFirstError(form: HTMLFormElement | null) {
  if (!form) return undefined
  let waits = false
  const go = () => {
    const wrong = waits && form.querySelector<HTMLElement>(wrongField)
    if (!wrong) return
    waits = false
    wrong.focus()
  }
  const observer = new MutationObserver(go)
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-wrong'] })
  const submitted = () => {
    waits = true
    // What was wrong before and still is changes nothing in the page.
    setTimeout(go)
  }
  const typed = () => void (waits = false)
  form.addEventListener('submit', submitted)
  form.addEventListener('input', typed)
  return () => {
    observer.disconnect()
    form.removeEventListener('submit', submitted)
    form.removeEventListener('input', typed)
  }
}
