import { createStore, useStore } from '@evenhand/ui/store.ts'

// A page's own refresh does not count as use: only input by the operator does.
const store = createStore(Date.now())
const stepMs = 1000
const touched = (): void => {
  const now = Date.now()
  if (now - store.get() >= stepMs) store.set(now)
}
if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(kind, touched, { passive: true, capture: true })

/** When the operator last pressed, moved or typed in this page, epoch milliseconds. */
export const lastInput = (): number => store.get()
/** The same for a component, which renders again when it moves: at most once a second. */
export const useLastInput = (): number => useStore(store)

/** Whether there was input on this page within so many milliseconds. */
export const isAttended = (withinMs: number): boolean => Date.now() - store.get() < withinMs
