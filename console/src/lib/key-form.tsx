import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'

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

/** A form of the console: Ctrl Enter sends it from any field, and a dialog around it gives focus to its first field. */
export function KeyForm({ onSend, ref, className = 'flex flex-col gap-4', children }: KeyFormProps) {
  return (
    <form ref={ref} data-first-field onSubmit={onSend} onKeyDown={sendByKey} noValidate className={className}>
      {children}
    </form>
  )
}
