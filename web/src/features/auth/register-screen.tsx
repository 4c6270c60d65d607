import { registerForm } from '@evenhand/protocol/accounts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { safeBack } from '../../lib/back.ts'
import { call } from '../../lib/call.ts'
import { Unreached } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { currentSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { AuthCard, FormProblem } from './auth-card.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { CountryField } from './country-field.tsx'
import { keptInvite } from './kept-invite.ts'
import { refusedFields } from './register-form.ts'
import { RegisterFields, UsernameField } from './register-fields.tsx'
import { SocialButtons } from './social/social-buttons.tsx'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useRegistration } from './use-registration.ts'
import { WelcomeStep } from './welcome-step.tsx'
import { RetryButton } from '../../lib/retry-button.tsx'

type RegisterProps = { search: { back?: string | undefined; ref?: string | undefined } }
type ScreenProps = { back: string | undefined; inviteCode: string | undefined }
type Facts = z.output<typeof registerForm.result>

/** The registration; a signed-in customer is redirected at once. */
export function Register({ search: { back, ref } }: RegisterProps) {
  // Decided once: after the registration its last step still stands here.
  const [signedIn] = useState(() => currentSession() !== undefined)
  // Kept while the visitor looks around and comes back without it in the address.
  const [inviteCode] = useState(() => keptInvite(ref))
  return signedIn ? <Navigate href={safeBack(back)} replace /> : <RegisterScreen back={back} inviteCode={inviteCode} />
}

/** Registration, then the choice of the account to begin with. */
function RegisterScreen({ back, inviteCode }: ScreenProps) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const [done, setDone] = useState(false)
  // Requested once: another language must not replace a country that the customer has chosen.
  const { data, isError, refetch } = useQuery({
    queryKey: ['registerForm'],
    queryFn: () => call(registerForm, {}),
    staleTime: 600_000,
  })
  useTitle(t(done ? 'welcome.title' : 'register.title'))
  if (done) return <WelcomeStep back={back} />
  return (
    <AuthCard title={t('register.title')} intro={t('register.intro')}>
      <SocialButtons back={back} inviteCode={inviteCode} />
      {data && <RegisterForm facts={data} inviteCode={inviteCode ?? ''} onDone={() => setDone(true)} />}
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-5">
          {['email', 'code', 'password', 'country'].map((field) => (
            <Skeleton key={field} className="h-18" />
          ))}
        </div>
      )}
      <p className="mt-6 text-center text-fg2">
        {t('register.haveAccount')}{' '}
        <Link to="/pass/login" search={{ back }} className="font-600 text-accent-text">
          {common('login')}
        </Link>
      </p>
    </AuthCard>
  )
}

type FormProps = { facts: Facts; inviteCode: string; onDone: () => void }

function RegisterForm({ facts, inviteCode, onDone }: FormProps) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const fieldText = useFieldText()
  const params = useRegistration(facts, { ref: inviteCode, onDone })
  const [sendProblem, setSendProblem] = useState<unknown>(null)
  const form = useFirstError(params.attempt)
  const { state, change, problems, wait, sending } = params
  const whole = sending.error && Object.keys(refusedFields(sending.error)).length === 0 ? sending.error : sendProblem
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSendProblem(null)
    params.submit()
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <RegisterFields registration={params} mailbox={facts.mailbox} onSendProblem={setSendProblem} />
      <CountryField
        countries={facts.countries}
        proposed={facts.proposedCountry}
        value={state.country}
        onValue={(country) => change({ country })}
        error={fieldText(problems.country)}
      />
      <UsernameField registration={params} />
      {inviteCode !== '' && (
        <TextField
          label={t('inviteCode')}
          aside={t('optional')}
          value={state.inviteCode}
          onChange={(event) => change({ inviteCode: event.target.value })}
          error={fieldText(problems.inviteCode)}
          dir="ltr"
          autoCapitalize="characters"
          maxLength={32}
        />
      )}
      <ConsentFields state={state} problems={problems} minAge={facts.minAge} onChange={change} />
      {whole !== null && whole !== undefined && (
        <FormProblem>{sending.error instanceof Unreached ? t('effectUnknown') : problemText(whole)}</FormProblem>
      )}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {common('register')}
      </RetryButton>
    </form>
  )
}
