import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type ToastVariant = 'info' | 'good' | 'danger'
type Toast = { id: number; text: string; variant: ToastVariant }

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says one sentence to the customer, in a polite live region. Bad news stays until it is closed. */
export function toast(text: string, variant: ToastVariant = 'info'): void {
  const id = nextId++
  set([...toasts.slice(-2), { id, text, variant }])
  if (variant !== 'danger') setTimeout(() => dismiss(id), 5000)
}
const dismiss = (id: number) => set(toasts.filter((one) => one.id !== id))

/**
 * The one region in which toasts appear, one at a time, the newest first; stands once in the page. It lies over the bar at
 * the top, where no price stands.
 */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-1 z-50 flex flex-col items-center gap-2 px-4">
      {shown.slice(-1).map((one) => (
        <div
          key={one.id}
          className={cx(
            'pointer-events-auto flex w-full max-w-[30rem] items-center gap-3 rounded-control bg-surface py-1.5 ps-4 pe-1.5 text-fg shadow-overlay ring-1 motion-safe:animate-[fade-in_120ms]',
            one.variant === 'danger' ? 'ring-danger' : 'ring-line',
          )}
        >
          <Icon
            name={one.variant === 'danger' ? 'warning' : one.variant === 'good' ? 'check' : 'info'}
            className={one.variant === 'danger' ? 'text-danger' : 'text-accent-text'}
          />
          <p className="grow">{one.text}</p>
          <IconButton icon="close" label={closeLabel} onClick={() => dismiss(one.id)} size={18} />
        </div>
      ))}
    </div>
  )
}
