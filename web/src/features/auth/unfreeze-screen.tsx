import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { unfreeze } from '@evenhand/protocol/sessions.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { asciiCode } from '../../lib/proving/account-form.ts'
import { AddressStep } from './address-step.tsx'
import { AuthCard, FormProblem, Outcome } from './auth-card.tsx'
import { CodeField } from './code-field.tsx'
import { retryAfter, type Problem } from '../../lib/proving/form-problem.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useStepFocus } from './use-step-focus.ts'
import { useMailbox } from '../../lib/proving/use-mailbox.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** Requests a frozen account back by a mailed code; it can be used a day later. */
export function UnfreezeScreen() {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const { tag } = languageOf(useLang())
  const [sent, setSent] = useState<{ email: string; resendIn: number } | undefined>()
  const [until, setUntil] = useState<number | null | undefined>()
  if (until !== undefined)
    return (
      <AuthCard title={t('unfreeze.title')}>
        <Outcome>
          {until === null
            ? t('unfreeze.notFrozen')
            : t('unfreeze.done', {
                time: sentenceDate(tag, { timeStyle: 'short' }).format(until),
              })}
        </Outcome>
        <p className="mt-6 flex flex-col">
          <Link to="/pass/login" className={buttonClass('primary', 'large')}>
            {common('login')}
          </Link>
        </p>
      </AuthCard>
    )
  return (
    <AuthCard title={t('unfreeze.title')} intro={t('unfreeze.intro')}>
      {sent ? (
        <UnfreezeForm {...sent} onDone={setUntil} />
      ) : (
        <AddressStep scene="unfreeze" first="" onSent={(email, resendIn) => setSent({ email, resendIn })} />
      )}
    </AuthCard>
  )
}

type FormProps = { email: string; resendIn: number; onDone: (until: number | null) => void }

function UnfreezeForm({ email, resendIn, onDone }: FormProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  const problemText = useProblemText()
  const mailbox = useMailbox()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem | undefined>()
  const [sendProblem, setSendProblem] = useState<unknown>(null)
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
    mutationFn: () => call(unfreeze, { account: email, code: asciiCode(code) }),
    onSuccess: ({ unfreezesAt }) => onDone(unfreezesAt),
    onError: (cause) => {
      if (isRefused(cause, 'codeWrong')) show(cause)
      startWait(retryAfter(cause))
    },
  })
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSendProblem(null)
    if (asciiCode(code) === '') show('codeMissing')
    else if (!sending.isPending && wait === 0) sending.mutate()
  }
  const whole = sending.error && !problem ? sending.error : sendProblem
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <CodeField
        email={email}
        scene="unfreeze"
        sentFor={resendIn}
        value={code}
        onValue={(typed) => {
          setCode(typed)
          setProblem(undefined)
          sending.reset()
        }}
        error={fieldText(problem)}
        mailbox={mailbox}
        onEmailProblem={setSendProblem}
        onSendProblem={setSendProblem}
      />
      {whole !== null && <FormProblem>{problemText(whole)}</FormProblem>}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {t('unfreeze.submit')}
      </RetryButton>
    </form>
  )
}
