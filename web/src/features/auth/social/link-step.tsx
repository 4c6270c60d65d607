import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { linkSocial, type SocialProvider } from '@evenhand/protocol/social.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { asciiCode } from '../../../lib/proving/account-form.ts'
import { AuthCard, FormProblem } from '../auth-card.tsx'
import { CodeField } from '../code-field.tsx'
import { namedFields, retryAfter, type Problem } from '../../../lib/proving/form-problem.ts'
import { neededOf } from '../../../lib/proving/proof-needed.ts'
import { SecretField } from '../secret-field.tsx'
import type { SignedIn } from '../signed-in.ts'
import { useCountdown } from '../../../lib/proving/use-countdown.ts'
import { useFieldText } from '../use-field-text.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useMailbox } from '../../../lib/proving/use-mailbox.ts'
import { providerNames } from './provider-mark.tsx'
import { useSocialText } from './use-social-text.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

/** By what the existing account was proved to be one's own. */
export type LinkProof = { password: string } | { code: string }

type StepProps = {
  provider: SocialProvider
  token: string
  email: string
  accepts: readonly string[]
  onDone: (by: SignedIn) => void
  onProofNeeded: (needed: ProofNeeded, proof: LinkProof) => void
  onEnded: (problem: unknown) => void
  onCancel: () => void
}
const leftToRight = (words: ReactNode) => <bdi dir="ltr">{words}</bdi>
const isOver = (problem: unknown): boolean =>
  isRefused(problem, 'dataIncomplete') &&
  namedFields(problem).some(({ field }) => field !== 'password' && field !== 'code')

function useLinking({ token, onDone, onProofNeeded, onEnded }: StepProps) {
  const [problem, setProblem] = useState<Problem | undefined>()
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const show = (found: Problem | undefined) => {
    setProblem(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: (proof: LinkProof) => call(linkSocial, { linkToken: token, ...proof }),
    onSuccess: onDone,
    onError: (cause, proof) => {
      const needed = neededOf(cause)
      if (needed) onProofNeeded(needed, proof)
      else if (isOver(cause)) onEnded(cause)
      else if (isRefused(cause, 'credentialsWrong')) show('passwordWrong')
      else if (isRefused(cause, 'codeWrong')) show(cause)
      startWait(retryAfter(cause))
    },
  })
  return { problem, show, setProblem, attempt, wait, sending }
}

/** The address has an account: it is linked after that account's password, or a code sent to its address. */
export function LinkStep(given: StepProps) {
  const { provider, email, accepts } = given
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const fieldText = useFieldText()
  const socialText = useSocialText()
  const params = useLinking(given)
  const [by, setBy] = useState<'password' | 'code'>(accepts.includes('password') ? 'password' : 'code')
  const [text, setText] = useState('')
  const [sendProblem, setSendProblem] = useState<unknown>(null)
  const form = useFirstError(params.attempt)
  const { sending, wait, problem } = params
  const change = (value: string) => {
    setText(value)
    params.setProblem(undefined)
    sending.reset()
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSendProblem(null)
    const missing = by === 'password' ? 'passwordMissing' : 'codeMissing'
    if (text.trim() === '') params.show(missing)
    else if (!sending.isPending && wait === 0)
      sending.mutate(by === 'password' ? { password: text } : { code: asciiCode(text) })
  }
  const whole = sending.error && !problem ? sending.error : sendProblem
  const error = fieldText(problem)
  const name = providerNames[provider]
  return (
    <AuthCard
      title={t('social.linkTitle', { provider: name })}
      intro={t.rich('social.linkIntro', { provider: name, email, to: leftToRight })}
    >
      <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <LinkProofField
          by={by}
          email={email}
          value={text}
          onValue={change}
          error={error}
          onSendProblem={setSendProblem}
        />
        {whole !== null && <FormProblem>{socialText(whole, provider)}</FormProblem>}
        {accepts.length === 0 && <FormProblem>{t('social.problem.noProof')}</FormProblem>}
        <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
          {t('social.link')}
        </RetryButton>
        {accepts.length > 1 && (
          <Button
            variant="link"
            onClick={() => {
              setBy(by === 'password' ? 'code' : 'password')
              change('')
            }}
          >
            {t(by === 'password' ? 'social.byCode' : 'social.byPassword')}
          </Button>
        )}
        <Button variant="quiet" onClick={given.onCancel}>
          {common('cancel')}
        </Button>
      </form>
    </AuthCard>
  )
}

type ProofFieldProps = {
  by: 'password' | 'code'
  email: string
  value: string
  onValue: (text: string) => void
  error: string | undefined
  onSendProblem: (problem: unknown) => void
}

function LinkProofField({ by, email, value, onValue, error, onSendProblem }: ProofFieldProps) {
  const t = useTranslations('auth')
  const mailbox = useMailbox()
  if (by === 'password')
    return (
      <SecretField
        label={t('password')}
        value={value}
        onValue={onValue}
        error={error}
        autoComplete="current-password"
      />
    )
  return (
    <CodeField
      email={email}
      scene="link"
      value={value}
      onValue={onValue}
      error={error}
      mailbox={mailbox}
      onEmailProblem={onSendProblem}
      onSendProblem={onSendProblem}
    />
  )
}
