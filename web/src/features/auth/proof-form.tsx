import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { FormProblem } from './auth-card.tsx'
import { canUsePasskeys } from '@evenhand/ui/passkey.ts'
import { SecretField } from './secret-field.tsx'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useProofText } from '../../lib/proving/use-proof-text.ts'
import { useStepFocus } from './use-step-focus.ts'
import { useProving, type Send } from './use-proving.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

type ProofFormProps = {
  needed: ProofNeeded
  /** The same call again, with what was proved; with nothing it returns what is accepted. */
  send: Send
  onCancel: () => void
  cancelLabel: string
}

/** Proves who calls, by whichever ways the server accepts: password, code of the app, recovery code or passkey. */
export function ProofForm({ needed: { accepts, ...needed }, send, onCancel, cancelLabel }: ProofFormProps) {
  const t = useTranslations('auth')
  const proofText = useProofText()
  const params = useProving({ accepts, ...needed }, send)
  const byCode = accepts.includes('otp') || accepts.includes('recovery')
  const byPassword = accepts.includes('password')
  const byPasskey = accepts.includes('passkey') && canUsePasskeys()
  const [typing, setTyping] = useState<'password' | 'otp'>(byPassword ? 'password' : 'otp')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(0)
  const form = useFirstError(params.attempt + missing)
  useStepFocus(form)
  const { attempt } = params
  // A refused code is typed over: what is typed behind it would be refused as well, and tries are few.
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLInputElement>('[autocomplete="one-time-code"]')?.select()
  }, [attempt, form])
  const change = (value: string) => {
    setText(value)
    setMissing(0)
    params.clear()
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '') setMissing((count) => count + 1)
    else params.typed({ [typing]: text })
  }
  const atField = isRefused(params.problem, 'codeWrong', 'credentialsWrong') && params.problem
  const missingText = t(typing === 'password' ? 'problem.passwordMissing' : 'problem.codeMissing')
  const error = missing > 0 ? missingText : proofText(atField || null)
  return (
    <form ref={form} noValidate data-first-field onSubmit={onSubmit} className="flex flex-col gap-5">
      {byPasskey && <PasskeyButton proving={params} accepts={accepts} />}
      {typing === 'password' && byPassword && (
        <SecretField
          label={t('password')}
          value={text}
          onValue={change}
          error={error}
          autoComplete="current-password"
        />
      )}
      {typing === 'otp' && byCode && (
        <CodeInput app={accepts.includes('otp')} value={text} onValue={change} error={error} />
      )}
      {params.problem !== null && !atField && <FormProblem>{proofText(params.problem)}</FormProblem>}
      {!byPasskey && !byCode && !byPassword && <FormProblem>{t('factor.noWay')}</FormProblem>}
      {(byCode || byPassword) && (
        <RetryButton type="submit" size="large" busy={params.busy === 'typed'} wait={params.wait}>
          {t('factor.goOn')}
        </RetryButton>
      )}
      {byCode && byPassword && (
        <Button
          variant="link"
          onClick={() => {
            setTyping(typing === 'otp' ? 'password' : 'otp')
            change('')
          }}
        >
          {t(typing === 'otp' ? 'factor.usePassword' : 'factor.useCode')}
        </Button>
      )}
      <Button variant="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </form>
  )
}

type PasskeyProps = Pick<ProofNeeded, 'accepts'> & { proving: ReturnType<typeof useProving> }

function PasskeyButton({ proving: params, accepts }: PasskeyProps) {
  const t = useTranslations('auth')
  const isOnly = accepts.every((one) => one === 'passkey')
  // A sheet begins here where only a recovery code would do instead.
  const isFirst = accepts.every((one) => one === 'passkey' || one === 'recovery')
  return (
    <Button
      variant={isOnly ? 'primary' : 'secondary'}
      size="large"
      data-first={isFirst || undefined}
      busy={params.busy === 'passkey'}
      aria-disabled={params.wait > 0 || undefined}
      onClick={params.passkey}
    >
      <Icon name="shield" size={18} />
      {t('factor.usePasskey')}
    </Button>
  )
}

type CodeInputProps = { app: boolean; value: string; onValue: (code: string) => void; error: string | undefined }

/** A code of the app; a recovery code is typed into the same field. */
function CodeInput({ app, value, onValue, error }: CodeInputProps) {
  const t = useTranslations('auth')
  return (
    <TextField
      label={t(app ? 'factor.code' : 'factor.recovery')}
      hint={t(app ? 'factor.codeHint' : 'factor.recoveryHint')}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={16}
    />
  )
}
