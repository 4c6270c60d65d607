import { sendCode } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { emailProblem } from './account-form.ts'
import { retryAfter, type Problem } from './form-problem.ts'
import { useCountdown } from './use-countdown.ts'

type CodeFieldProps = {
  email: string
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
export function CodeField({ email, value, onValue, error, mailbox, onEmailProblem, onSendProblem }: CodeFieldProps) {
  const t = useTranslations('auth')
  const [wait, startWait] = useCountdown()
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (to: string) => call(sendCode, { to, scene: 'register' }),
    onSuccess: ({ resendIn }) => startWait(resendIn),
    onError: (problem) => {
      startWait(retryAfter(problem))
      onSendProblem(problem)
    },
  })
  const send = () => {
    const wrong = emailProblem(email)
    if (wrong) onEmailProblem(wrong)
    else if (wait === 0) sending.mutate(email)
  }
  const sent = sending.isSuccess
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
            {wait > 0 ? t('resendIn', { seconds: wait }) : t(sent ? 'resend' : 'sendCode')}
          </Button>
        }
      />
      <p role="status" className="mt-1.5 text-13 text-fg2">
        {sent && t.rich('codeSent', { address: sending.variables, to: leftToRight })}
        {sent && mailbox !== null && (
          <>
            {' '}
            <a
              href={`${mailbox}?to=${encodeURIComponent(sending.variables)}`}
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
