import { login } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { safeBack } from '../../lib/back.ts'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { keepSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { AuthCard, FormProblem } from './auth-card.tsx'
import { retryAfter, type Problems } from './form-problem.ts'
import { loginField, loginProblems, type LoginField, type LoginState } from './login-form.ts'
import { SecretField } from './secret-field.tsx'
import { useCountdown } from './use-countdown.ts'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from './use-first-error.ts'

/** Sign-in by user name or e-mail; afterwards the customer is where they came from. */
export function LoginScreen({ back }: { back: string | undefined }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  useTitle(t('login.title'))
  return (
    <AuthCard title={t('login.title')}>
      <LoginForm back={back} />
      <p className="mt-6 text-center text-fg2">
        {t('login.newHere')}{' '}
        <Link to="/pass/register" search={{ back }} className="font-600 text-accent-text">
          {common('register')}
        </Link>
      </p>
    </AuthCard>
  )
}

function useLogin(back: string | undefined) {
  const { history } = useRouter()
  const [problems, setProblems] = useState<Problems<LoginField>>({})
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<LoginField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: ({ account, password }: LoginState) => call(login, { account: account.trim(), password }),
    onSuccess: ({ token, user }) => {
      keepSession(token, user)
      history.replace(safeBack(back))
    },
    onError: (problem) => {
      const field = loginField(problem)
      if (field) show({ [field]: problem })
      startWait(retryAfter(problem))
    },
  })
  const submit = (state: LoginState) => {
    const found = loginProblems(state)
    show(found)
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate(state)
  }
  return { problems, setProblems, attempt, wait, sending, submit }
}

function LoginForm({ back }: { back: string | undefined }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const fieldText = useFieldText()
  const [state, setState] = useState<LoginState>({ account: '', password: '' })
  const { problems, setProblems, attempt, wait, sending, submit } = useLogin(back)
  const form = useFirstError(attempt)
  const change = (part: Partial<LoginState>) => {
    setState({ ...state, ...part })
    setProblems({})
    sending.reset()
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (wait === 0) submit(state)
  }
  const whole = sending.error && loginField(sending.error) === undefined
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextField
        label={t('account')}
        value={state.account}
        onChange={(event) => change({ account: event.target.value })}
        error={fieldText(problems.account)}
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <SecretField
        label={t('password')}
        value={state.password}
        onValue={(password) => change({ password })}
        error={fieldText(problems.password)}
        autoComplete="current-password"
      />
      {whole && <FormProblem>{problemText(sending.error)}</FormProblem>}
      <Button type="submit" size="large" busy={sending.isPending} aria-disabled={wait > 0 || undefined}>
        {wait > 0 ? t('waitToSend', { seconds: wait }) : common('login')}
      </Button>
    </form>
  )
}
