import { toFirstError } from '@evenhand/ui/use-first-error.ts'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'

type KeyFormProps = {
  onSend: (event: FormEvent) => void
  ref?: Ref<HTMLFormElement>
  className?: string
  children: ReactNode
}

/** A press of its own button, which refuses while it is off or busy. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

/**
 * A form of the console: Ctrl Enter sends it from any field, a dialog around it gives focus to its first field, and what is
 * sent with a wrong field gives focus to that, which reads out what is wrong.
 */
export function KeyForm({ onSend, ref, className = 'flex flex-col gap-4', children }: KeyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useImperativeHandle(ref, () => form.current as HTMLFormElement, [])
  useEffect(() => toFirstError(form.current), [])
  return (
    <form ref={form} data-first-field onSubmit={onSend} onKeyDown={sendByKey} noValidate className={className}>
      {children}
    </form>
  )
}
