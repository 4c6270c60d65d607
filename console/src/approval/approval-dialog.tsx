import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useContext, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isReason, ReasonField, type ReasonAbout } from '../case/reason-field.tsx'
import { passkeyProblem } from '../lib/authenticator.ts'
import { sentenceOf, useFeatures } from '../lib/feature.ts'
import { KeyForm } from '../lib/key-form.tsx'
import { useProblemText } from '../lib/problem-text.ts'
import { useOperator } from '../lib/session.ts'
import { useDraft } from '../lib/use-draft.ts'
import { whenText } from '../lib/when.tsx'
import { DecidedContext } from '../queue/case-actions.ts'
import { changedFields } from './changed-fields.ts'
import { Conflict } from './conflict.tsx'
import { outcomeOf } from './outcome.ts'
import { FoldedPayload } from './payload-view.tsx'
import { SignedChange } from './signed-change.tsx'
import { SignedSentence } from './signed-sentence.tsx'
import { signPayload, signsBySoftware } from './sign-payload.ts'

type ApprovalDialogProps = {
  title: string
  /** What follows from it, in one sentence. */
  effect: ReactNode
  /** What is approved, as it is now; with the reason where the reason is part of it. */
  payload: (reason: string) => ApprovalPayload
  /** Where the payload carries the reason of the proposal, no second one is requested. */
  needsReason?: boolean
  /** Which reasons are often given for it. */
  about?: ReasonAbout
  button: string
  submit: (approval: { reason: string; assertion: Assertion }) => Promise<unknown>
  onClose: () => void
}

const doneValues = ({ time, ...counts }: Readonly<Record<string, number>>) => ({
  time: time === undefined ? '' : whenText(time),
  given: counts['given'] ?? 0,
  needed: counts['needed'] ?? 0,
})

/** Shows in words what is approved, with every signed value folded under it, then lets the operator's passkey sign exactly that. Mounted while it is open. */
export function ApprovalDialog({ payload, needsReason = true, ...rest }: ApprovalDialogProps) {
  const { title, effect, about = 'agree', button, submit } = rest
  const t = useTranslations('approval')
  const signing = useTranslations('signing')
  const common = useTranslations('common')
  const text = useProblemText()
  const operator = useOperator()
  const features = useFeatures()
  const { text: reason, setText: setReason, close: onClose } = useDraft(title, rest.onClose)
  const [tried, setTried] = useState(false)
  const now = payload(reason.trim())
  const [read, setRead] = useState(now)
  const sentence = sentenceOf(features, now)
  const isSilent = now.fields.some(([name, value]) => name === 'tell' && value === 'false')
  const changed = changedFields(read, now).filter(({ name }) => name !== 'reason')
  const mayBeSigned = sentence !== undefined && changed.length === 0
  const decided = useContext(DecidedContext)
  const approve = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      if (!operator) return undefined
      const assertion = await signPayload(operator, now)
      return submit({ reason: reason.trim(), assertion })
    },
    onSuccess: (response) => {
      const { key, values } = outcomeOf(now.act, response)
      toast(signing(`done.${key}`, doneValues(values)), 'good')
      onClose()
      decided()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ((isReason(reason) || !needsReason) && mayBeSigned) approve.mutate()
  }
  const problem =
    approve.error instanceof PasskeyFailed ? t(passkeyProblem(approve.error)) : approve.error && text(approve.error)
  return (
    <Dialog
      open
      stays
      onClose={onClose}
      title={title}
      closeLabel={common('close')}
      className="w-[min(40rem,calc(100vw-2rem))]!"
    >
      <KeyForm onSend={send}>
        {sentence ? <SignedSentence sentence={sentence} /> : <Banner variant="danger">{signing('unknown')}</Banner>}
        <div className="text-fg2">{effect}</div>
        {changed.length > 0 && <Conflict changed={changed} onRead={() => setRead(now)} />}
        <SignedChange payload={now} />
        {needsReason && (
          <ReasonField about={isSilent ? 'silent' : about} value={reason} onChange={setReason} tried={tried} />
        )}
        <FoldedPayload payload={now} />
        {operator && signsBySoftware(operator) && <Banner variant="warn">{t('software')}</Banner>}
        {problem && <FieldError>{problem}</FieldError>}
        <DialogActions>
          <Button type="submit" busy={approve.isPending} disabled={!mayBeSigned}>
            {button}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {common('cancel')}
          </Button>
        </DialogActions>
      </KeyForm>
    </Dialog>
  )
}
