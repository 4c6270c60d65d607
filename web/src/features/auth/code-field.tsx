import { sendCode, type CodeScene } from '@evenhand/protocol/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { emailProblem } from '../../lib/proving/account-form.ts'
import { retryAfter, type Problem } from '../../lib/proving/form-problem.ts'
import { MailedCodeField } from '../../lib/proving/mailed-code-field.tsx'
import { useCountdown } from '../../lib/proving/use-countdown.ts'

type CodeFieldProps = {
  email: string
  scene: CodeScene
  /** A code was requested on the step before, so the next one waits for so many seconds. */
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

/** The code mailed to register, to reset a password or to change an address: for the address that was typed. */
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
  // The wait is of one address: correcting a mistyped one does not wait for the wrong one.
  const isOther = sending.isSuccess && sending.variables !== email
  const wait = isOther ? 0 : secondsLeft
  const send = () => {
    const wrong = emailProblem(email)
    if (wrong) on.onEmailProblem(wrong)
    else if (wait === 0) sending.mutate(email)
  }
  const sentTo = sending.isSuccess ? sending.variables : sentFor === undefined ? undefined : email
  // Whether an address has an account is never disclosed.
  const isAlwaysSent = scene === 'register' || scene === 'email'
  return (
    <MailedCodeField
      value={value}
      onValue={onValue}
      error={error}
      sending={{ wait, isBusy: sending.isPending, isAgain: sentTo !== undefined && !isOther, onSend: send }}
      sent={
        sentTo === undefined
          ? null
          : {
              to: sentTo,
              text: t.rich(isAlwaysSent ? 'codeSent' : 'codeSentIf', { address: sentTo, to: leftToRight }),
            }
      }
      mailbox={mailbox}
    />
  )
}
