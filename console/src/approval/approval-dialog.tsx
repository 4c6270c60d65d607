import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isReason, ReasonField, type ReasonAbout } from '../case/reason-field.tsx'
import { passkeyProblem } from '../lib/authenticator.ts'
import { useProblemText } from '../lib/problem-text.ts'
import { useOperator } from '../lib/session.ts'
import { changedFields } from './changed-fields.ts'
import { Conflict } from './conflict.tsx'
import { PayloadView } from './payload-view.tsx'
import { signPayload, signsBySoftware } from './sign-payload.ts'

type ApprovalDialogProps = {
  title: string
  /** What follows from it, in one sentence. */
  effect: ReactNode
  /** What is approved, as it is now; with the reason where the reason is part of it. */
  payload: (reason: string) => ApprovalPayload
  /** Where the payload carries the reason of the proposal, no second one is asked for. */
  asksReason?: boolean
  button: string
  submit: (approval: { reason: string; assertion: Assertion }) => Promise<unknown>
  onClose: () => void
}

/** Which reasons are often given for an act. */
const aboutOf = (act: string): ReasonAbout => {
  if (act === 'deposit.credit') return 'credit'
  if (act === 'withdrawal.approve') return 'pay'
  return act.endsWith('.reject') ? 'refuse' : 'agree'
}

/** Shows all that is approved, then lets the operator's passkey sign exactly that. Mounted while it is open. */
export function ApprovalDialog({ title, effect, payload, asksReason = true, ...rest }: ApprovalDialogProps) {
  const { button, submit, onClose } = rest
  const t = useTranslations('approval')
  const common = useTranslations('common')
  const text = useProblemText()
  const operator = useOperator()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const now = payload(reason.trim())
  const [read, setRead] = useState(now)
  const changed = changedFields(read, now).filter(({ name }) => name !== 'reason')
  const approve = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      if (!operator) return
      const assertion = await signPayload(operator, now)
      await submit({ reason: reason.trim(), assertion })
    },
    onSuccess: onClose,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ((isReason(reason) || !asksReason) && changed.length === 0) approve.mutate()
  }
  const problem =
    approve.error instanceof PasskeyFailed ? t(passkeyProblem(approve.error)) : approve.error && text(approve.error)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common('close')}
      className="w-[min(40rem,calc(100vw-2rem))]!"
    >
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <p className="text-fg2">{effect}</p>
        {changed.length > 0 && <Conflict changed={changed} onRead={() => setRead(now)} />}
        <PayloadView payload={now} />
        {asksReason && <ReasonField about={aboutOf(now.act)} value={reason} onChange={setReason} tried={tried} />}
        {operator && signsBySoftware(operator) && <Banner look="warn">{t('software')}</Banner>}
        <div role="alert">{problem && <FieldError>{problem}</FieldError>}</div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={approve.isPending} disabled={changed.length > 0}>
            {button}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {common('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
