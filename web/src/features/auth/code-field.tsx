import { sendCode, type CodeScene } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { emailProblem } from '../../lib/proving/account-form.ts'
import { retryAfter, type Problem } from '../../lib/proving/form-problem.ts'
import { useCountdown } from '../../lib/proving/use-countdown.ts'

type CodeFieldProps = {
  email: string
  scene: CodeScene
  /** A code was asked for on the step before, so the next one waits for so many seconds. */
  sentFor?: number
  value: string
  onValue: (code: string) => void
  error: ReactNode
  /** Where the mails of a sandbox can be read; null where they really go out. */
  mailbox: string | null
  onEmailProblem: (problem: Problem) => void
  onSendProblem: (problem: unknown) => void
}

// An address keeps its own direction inside a right-to-left sentence.
const leftToRight = (words: ReactNode) => <bdi dir="ltr">{words}</bdi>

/** The code from the e-mail, with the button that sends one and the time until the next may be sent. */
export function CodeField({ email, scene, sentFor, value, onValue, error, mailbox, ...on }: CodeFieldProps) {
  const t = useTranslations('auth')
  const [secondsLeft, startWait] = useCountdown(sentFor)
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (to: string) => call(sendCode, { to, scene }),
    onSuccess: ({ resendIn }) => startWait(resendIn),
    onError: (problem) => {
      startWait(retryAfter(problem))
      on.onSendProblem(problem)
    },
  })
  // The wait is of one address: whoever corrects a mistyped one is not kept waiting for the wrong one.
  const isOther = sending.isSuccess && sending.variables !== email
  const wait = isOther ? 0 : secondsLeft
  const send = () => {
    const wrong = emailProblem(email)
    if (wrong) on.onEmailProblem(wrong)
    else if (wait === 0) sending.mutate(email)
  }
  const sentTo = sending.isSuccess ? sending.variables : sentFor === undefined ? undefined : email
  return (
    <div>
      <TextField
        label={t('code')}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        suffix={
          <Button
            look="quiet"
            size="small"
            className="-me-2 whitespace-nowrap text-accent-text"
            busy={sending.isPending}
            disabled={wait > 0}
            onClick={send}
          >
            {wait > 0 ? t('resendIn', { seconds: wait }) : t(sentTo === undefined || isOther ? 'sendCode' : 'resend')}
          </Button>
        }
      />
      <p role="status" className="mt-1.5 text-13 text-fg2">
        {sentTo !== undefined &&
          t.rich(scene === 'register' || scene === 'email' ? 'codeSent' : 'codeSentIf', {
            address: sentTo,
            to: leftToRight,
          })}
        {sentTo !== undefined && mailbox !== null && (
          <>
            {' '}
            <a
              href={`${mailbox}?to=${encodeURIComponent(sentTo)}`}
              target="_blank"
              rel="noopener"
              className="text-accent-text underline"
            >
              {t('openMailbox')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}
