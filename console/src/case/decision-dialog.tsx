import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useContext, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { bareLabel } from '../lib/bare-label.ts'
import { KeyForm } from '../lib/key-form.tsx'
import { useProblemText } from '../lib/problem-text.ts'
import { useDraft } from '../lib/use-draft.ts'
import { DecidedContext } from '../queue/case-actions.ts'
import { isReason, ReasonField, type ReasonAbout } from './reason-field.tsx'

type DecisionDialogProps = {
  title: string
  /** What follows from it, in one sentence. */
  effect: ReactNode
  button: string
  /** Whether the fields of the decision itself are filled in. */
  complete?: boolean
  /** A decision that takes something from a customer. */
  danger?: boolean
  /** Which reasons are offered. */
  about?: ReasonAbout
  submit: (reason: string) => Promise<unknown>
  onClose: () => void
  children?: (tried: boolean) => ReactNode
}

/** A decision of one person: its fields, and the reason that stands in the record. Mounted while it is open. */
export function DecisionDialog({
  title,
  effect,
  button,
  complete = true,
  danger = true,
  about = danger ? 'refuse' : 'agree',
  ...rest
}: DecisionDialogProps) {
  const { submit, children } = rest
  const t = useTranslations('common')
  const signing = useTranslations('signing')
  const text = useProblemText()
  const { text: reason, setText: setReason, close: onClose } = useDraft(title, rest.onClose)
  const [tried, setTried] = useState(false)
  const decided = useContext(DecidedContext)
  const decide = useMutation({
    meta: { handled: true },
    mutationFn: (_title: string) => submit(reason.trim()),
    // By the title that was sent: the case is read again before this, and its dialog may offer the opposite by now.
    onSuccess: (_result, sent) => {
      toast(signing('done.decided', { title: sent }), 'good')
      onClose()
      decided()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (complete && isReason(reason)) decide.mutate(title)
  }
  return (
    <Dialog open stays onClose={onClose} title={title} closeLabel={t('close')}>
      <KeyForm onSend={send}>
        <p className="text-fg2">{effect}</p>
        {children?.(tried)}
        <ReasonField about={about} value={reason} onChange={setReason} tried={tried} />
        {decide.error && <FieldError>{text(decide.error)}</FieldError>}
        <DialogActions>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={decide.isPending}>
            {bareLabel(button)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </DialogActions>
      </KeyForm>
    </Dialog>
  )
}
