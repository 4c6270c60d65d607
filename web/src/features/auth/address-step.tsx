import { sendCode, type CodeScene } from '@evenhand/protocol/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { emailProblem } from '../../lib/proving/account-form.ts'
import { FormProblem } from './auth-card.tsx'
import { retryAfter, type Problem } from '../../lib/proving/form-problem.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { NameField } from './name-field.tsx'
import { useStepFocus } from './use-step-focus.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

type StepProps = { scene: CodeScene; first: string; onSent: (email: string, resendIn: number) => void }

/** The first step of whatever needs a mailed code: the address it goes to. It shows the same for every address. */
export function AddressStep({ scene, first, onSent }: StepProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  const problemText = useProblemText()
  const [email, setEmail] = useState(first)
  const [problem, setProblem] = useState<Problem | undefined>()
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const form = useFirstError(attempt)
  useStepFocus(form)
  const show = (found: Problem | undefined) => {
    setProblem(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (to: string) => call(sendCode, { to, scene }),
    onSuccess: ({ resendIn }, to) => onSent(to, resendIn),
    onError: (cause) => {
      if (isRefused(cause, 'emailMalformed', 'accountRequired', 'phoneCodeUnsupported')) show(cause)
      startWait(retryAfter(cause))
    },
  })
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = emailProblem(email.trim())
    show(found)
    if (!found && !sending.isPending && wait === 0) sending.mutate(email.trim())
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <NameField
        kind="email"
        label={t('email')}
        value={email}
        onValue={(typed) => {
          setEmail(typed)
          setProblem(undefined)
          sending.reset()
        }}
        error={fieldText(problem)}
      />
      {sending.error && !problem && <FormProblem>{problemText(sending.error)}</FormProblem>}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {t('sendCode')}
      </RetryButton>
    </form>
  )
}
