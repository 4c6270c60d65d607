import { useLayoutEffect, type RefObject } from 'react'

/** What had the focus when the step before was taken away. */
let last: Element | null = null

/**
 * For the form of a step. Where the step before took the focus away with it, also by a way back, the first field of this
 * one gets it, else its first button; a page that is only opened moves no focus.
 */
export function useStepFocus(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    if (last?.isConnected === false) (find('[data-first]') ?? find('input:not([hidden])') ?? find('button'))?.focus()
    return () => {
      last = document.activeElement
      // Both happen in one go: a form that comes later is of another page.
      queueMicrotask(() => (last = null))
    }
  }, [form])
}
