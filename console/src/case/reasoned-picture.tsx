import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import { KeyForm } from '../lib/key-form.tsx'
import { Picture } from './picture.tsx'
import { usePreparedView } from './use-prepared-view.ts'
import { isReason, ReasonField } from './reason-field.tsx'

type ReasonedPictureProps = {
  label: string
  button: string
  /** The hint of the reason; that the customer is notified of the access where it is nothing else. */
  hint?: string
  open: (reason: string) => Promise<Blob>
  onOpened?: () => void
}

/** What was just opened comes into sight, above the buttons that stay at the end of the case, and takes focus. */
function bringIn(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
  // The button that opened it is gone, and the page would begin anew at the next Tab.
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** A picture that opens for a reason: the access is logged, and the customer of the picture is notified of it. */
export function ReasonedPicture({ label, button, hint, open, onOpened }: ReasonedPictureProps) {
  const t = useTranslations('common')
  const text = useProblemText()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const view = useMutation({
    meta: { handled: true },
    mutationFn: () => open(reason.trim()),
    ...(onOpened && { onSuccess: onOpened }),
  })
  const request = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isReason(reason)) view.mutate()
  }
  const form = useRef<HTMLFormElement>(null)
  usePreparedView({ form, on: view.data === undefined, reason, onReason: setReason })
  if (view.data)
    return (
      <div ref={bringIn} tabIndex={-1} className="outline-none">
        <Picture file={view.data} label={label} />
      </div>
    )
  return (
    <KeyForm ref={form} onSend={request} className="flex flex-col gap-3">
      <ReasonField about="look" value={reason} onChange={setReason} tried={tried} hint={hint ?? t('reason.look')} />
      {view.error && <FieldError>{text(view.error)}</FieldError>}
      <div>
        <Button type="submit" variant="secondary" size="small" busy={view.isPending}>
          {button}
        </Button>
      </div>
    </KeyForm>
  )
}
