import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { passkeyProblem } from '../../lib/authenticator.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { isSandbox } from '../../lib/settings.ts'
import type { FactorPrompt, useSignIn } from './use-sign-in.ts'

type FactorStepProps = {
  name: string
  prompt: FactorPrompt
  step: ReturnType<typeof useSignIn>['second']
  onRestart: () => void
}

/** The second factor, each way that the server takes from this operator. */
export function FactorStep({ name, prompt, step, onRestart }: FactorStepProps) {
  const t = useTranslations('signin')
  const text = useProblemText()
  const software = isSandbox() && name.startsWith('sandbox-')
  const problem = step.error instanceof PasskeyFailed ? t(passkeyProblem(step.error)) : step.error && text(step.error)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-20 font-700">{t('factor')}</h1>
        <p className="mt-1 text-13 text-fg2">{t('factorText', { name })}</p>
      </div>
      {prompt.accepts.includes('passkey') && (
        <div>
          <Button
            size="large"
            className="w-full"
            busy={step.isPending}
            onClick={() => step.mutate(software ? 'software' : 'passkey')}
          >
            {software ? t('software') : t('passkey')}
          </Button>
          {software && <p className="mt-1.5 text-13 text-fg3">{t('softwareHint')}</p>}
        </div>
      )}
      {prompt.accepts.includes('otp') && <CodeForm busy={step.isPending} onCode={(otp) => step.mutate({ otp })} />}
      {problem && <FieldError>{problem}</FieldError>}
      <Button variant="quiet" onClick={onRestart}>
        {t('other')}
      </Button>
    </div>
  )
}

function CodeForm({ busy, onCode }: { busy: boolean; onCode: (code: string) => void }) {
  const t = useTranslations('signin')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const plain = code.replaceAll(/\D/g, '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (plain.length === 6) onCode(plain)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        label={t('otp')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={tried && plain.length !== 6 && t('otpNeeded')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {t('signIn')}
      </Button>
    </form>
  )
}
