import { createStore, useStore } from '@evenhand/ui/store.ts'

// What a page reads anew by itself is no use of it: only what somebody's hands do is.
const store = createStore(Date.now())
const stepMs = 1000
const touched = (): void => {
  const now = Date.now()
  if (now - store.get() >= stepMs) store.set(now)
}
if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(kind, touched, { passive: true, capture: true })

/** When somebody last pressed, moved or typed in this page, epoch milliseconds. */
export const lastInput = (): number => store.get()
export const useLastInput = (): number => useStore(store)

/** Whether somebody has been at this page within so many milliseconds. */
export const isAttended = (withinMs: number): boolean => Date.now() - store.get() < withinMs
