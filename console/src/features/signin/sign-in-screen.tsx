import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, PasswordField, TextField } from '@evenhand/ui/field.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isSandbox } from '../../lib/settings.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { FactorStep } from './factor-step.tsx'
import { SandboxLogins } from './sandbox-logins.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Name and password, then the second factor. `ended`: an earlier session is over. */
export function SignInScreen({ ended, onDone }: { ended: boolean; onDone: () => void }) {
  const t = useTranslations('signin')
  const signIn = useSignIn(onDone)
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-4 px-4 py-10">
      {ended && <Banner variant="info">{t('ended')}</Banner>}
      <Card className="p-6">
        {signIn.prompt && signIn.login ? (
          <FactorStep name={signIn.login.name} prompt={signIn.prompt} step={signIn.second} onRestart={signIn.restart} />
        ) : (
          <NameStep step={signIn.first} />
        )}
      </Card>
      {isSandbox() && !signIn.prompt && <SandboxLogins busy={signIn.first.isPending} onChoose={signIn.first.mutate} />}
    </div>
  )
}

function NameStep({ step }: { step: ReturnType<typeof useSignIn>['first'] }) {
  const t = useTranslations('signin')
  const text = useProblemText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && password !== '') step.mutate({ name: name.trim(), password })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div>
        <h1 className="text-20 font-700">{t('title')}</h1>
        <p className="mt-1 text-13 text-fg2">{t('intro')}</p>
      </div>
      <TextField
        label={t('name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={tried && name.trim() === '' && t('nameNeeded')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <PasswordField
        label={t('password')}
        showLabel={t('show')}
        hideLabel={t('hide')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={tried && password === '' && t('passwordNeeded')}
        autoComplete="current-password"
        dir="ltr"
      />
      {step.error && <FieldError>{text(step.error)}</FieldError>}
      <Button type="submit" size="large" busy={step.isPending}>
        {t('next')}
      </Button>
    </form>
  )
}
