import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link, Navigate } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { safeBack } from '../../lib/back.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { currentSession } from '../../lib/session.ts'
import { AuthCard, FormProblem } from './auth-card.tsx'
import { loginField } from './login-form.ts'
import { NameField } from './name-field.tsx'
import { canUsePasskeys } from '@evenhand/ui/passkey.ts'
import { SocialButtons } from './social/social-buttons.tsx'
import { ProofForm } from './proof-form.tsx'
import { SecretField } from './secret-field.tsx'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useLogin } from './use-login.ts'
import { useStepFocus } from './use-step-focus.ts'
import { useProofText } from '../../lib/proving/use-proof-text.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** The sign-in; a signed-in customer is redirected at once. */
export function Login({ search: { back } }: { search: { back?: string | undefined } }) {
  // Decided once: the form itself navigates on after a sign-in.
  const [signedIn] = useState(() => currentSession() !== undefined)
  return signedIn ? <Navigate href={safeBack(back)} replace /> : <LoginScreen back={back} />
}

/** Sign-in by user name or e-mail, or by passkey; afterwards the customer is where they came from. */
function LoginScreen({ back }: { back: string | undefined }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const options = useLogin(back)
  if (options.needed)
    return (
      <AuthCard title={t('factor.title')} intro={t('factor.intro')}>
        <ProofForm
          needed={options.needed}
          send={options.sendProved}
          onCancel={options.goBack}
          cancelLabel={common('back')}
        />
      </AuthCard>
    )
  return (
    <AuthCard title={t('login.title')}>
      <SocialButtons back={back} />
      <LoginForm login={options} back={back} />
      {canUsePasskeys() && <PasskeySignIn login={options} />}
      <p className="mt-6 text-center text-fg2">
        {t('login.newHere')}{' '}
        <Link to="/pass/register" search={{ back }} className="font-600 text-accent-text">
          {common('register')}
        </Link>
      </p>
    </AuthCard>
  )
}

const isFrozen = (problem: unknown): boolean =>
  isRefused(problem, 'accountBlocked') && problem.params['status'] === 'FROZEN_BY_USER'

type Params = { login: ReturnType<typeof useLogin> }

function LoginForm({ login: options, back }: Params & { back: string | undefined }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const fieldText = useFieldText()
  const { state, change, problems, wait, sending } = options
  const form = useFirstError(options.attempt)
  useStepFocus(form)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (wait === 0) options.submit()
  }
  const whole = sending.error && loginField(sending.error) === undefined
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <NameField
        kind="account"
        label={t('account')}
        value={state.account}
        onValue={(account) => change({ account })}
        error={fieldText(problems.account)}
      />
      <div>
        <SecretField
          label={t('password')}
          value={state.password}
          onValue={(password) => change({ password })}
          error={fieldText(problems.password)}
          autoComplete="current-password"
        />
        <p className="mt-2 text-end">
          <Link
            to="/pass/reset"
            search={{ back }}
            className="inline-flex min-h-8 items-center text-14 text-accent-text mobile:min-h-11"
          >
            {t('login.forgotten')}
          </Link>
        </p>
      </div>
      {whole && <FormProblem>{problemText(sending.error)}</FormProblem>}
      {isFrozen(sending.error) && (
        <Link to="/pass/unfreeze" className="text-accent-text">
          {t('unfreeze.title')}
        </Link>
      )}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {common('login')}
      </RetryButton>
    </form>
  )
}

function PasskeySignIn({ login: { byPasskey, wait } }: Params) {
  const t = useTranslations('auth')
  const proofText = useProofText()
  const problemText = useProblemText()
  const textOf = (problem: unknown) =>
    loginField(problem) === 'password' ? t('problem.passkey_unknown') : (proofText(problem) ?? problemText(problem))
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        size="large"
        className="w-full"
        busy={byPasskey.isPending}
        aria-disabled={wait > 0 || undefined}
        onClick={() => wait === 0 && byPasskey.mutate()}
      >
        <Icon name="shield" size={18} />
        {t('login.passkey')}
      </Button>
      {byPasskey.error && <FormProblem>{textOf(byPasskey.error)}</FormProblem>}
    </div>
  )
}
