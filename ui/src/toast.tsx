import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { openDialogs } from './open-dialogs.ts'
import { createStore, useStore } from './store.ts'

export type ToastVariant = 'info' | 'good' | 'danger'
type Toast = { id: number; text: string; variant: ToastVariant }

const toasts = createStore<readonly Toast[]>([])
let nextId = 1

const maxWaiting = 5
const aloneMs = 5000
const followedMs = 3000

/**
 * Announces one sentence to the customer, in a polite live region, once however often it is announced meanwhile. Each is
 * in sight for five seconds, three where another waits; bad news stays until it is closed, beneath what is newer.
 */
export function toast(text: string, variant: ToastVariant = 'info'): void {
  const others = toasts.get().filter((one) => one.text !== text)
  toasts.set([...others, { id: nextId++, text, variant }].slice(-maxWaiting))
}
const dismiss = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))

/** Screen readers read out what comes into a region that is there already, not what comes together with it. */
const settleMs = 250

/**
 * The one region in which toasts appear, one at a time, in their order; stands once in the page. It lies over the bar at
 * the top, where no price stands. While a dialog is open it is in the topmost one, since nothing outside of it can be
 * pressed or is read out.
 */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  const shown = useStore(toasts)
  const container = useStore(openDialogs).at(-1) ?? document.body
  const [settled, setSettled] = useState<Element>()
  const one = container === settled ? (shown.find(({ variant }) => variant !== 'danger') ?? shown.at(-1)) : undefined
  const isFollowed = shown.length > 1
  const inSight = useRef({ id: 0, since: 0 })
  const before = useRef<EventTarget>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(container), settleMs)
    return () => clearTimeout(timer)
  }, [container])
  useEffect(() => {
    if (!one || one.variant === 'danger') return undefined
    const now = performance.now()
    if (inSight.current.id !== one.id) inSight.current = { id: one.id, since: now }
    const end = inSight.current.since + (isFollowed ? followedMs : aloneMs)
    const timer = setTimeout(() => dismiss(one.id), end - now)
    return () => clearTimeout(timer)
  }, [one, isFollowed])
  const keepBefore = ({ relatedTarget }: FocusEvent) => void (before.current = relatedTarget)
  const close = (id: number) => {
    dismiss(id)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return createPortal(
    <div
      role="status"
      onFocus={keepBefore}
      className="toasts pointer-events-none fixed inset-x-0 top-1 z-50 flex flex-col items-center gap-2 px-4"
    >
      {one && (
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
          <IconButton icon="close" label={closeLabel} onClick={() => close(one.id)} size={18} />
        </div>
      )}
    </div>,
    container,
  )
}
