import { registerForm } from '@evenhand/protocol/accounts.ts'
import { registerSocial, type SocialProvider } from '@evenhand/protocol/social.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { currentLang } from '../../../lib/settings.ts'
import { usernameProblem } from '../../../lib/proving/account-form.ts'
import { AuthCard, FormProblem } from '../auth-card.tsx'
import { ConsentFields } from '../consent-fields.tsx'
import { CountryField } from '../country-field.tsx'
import { isRefused } from '../../../lib/problem.ts'
import {
  localRefusal,
  namedFields,
  retryAfter,
  type Problem,
  type Problems,
} from '../../../lib/proving/form-problem.ts'
import { emptyRegistration, refusedFields, type RegisterField, type RegisterState } from '../register-form.ts'
import type { SignedIn } from '../signed-in.ts'
import { useCountdown } from '../../../lib/proving/use-countdown.ts'
import { NameField } from '../name-field.tsx'
import { useFieldText } from '../use-field-text.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { providerNames } from './provider-mark.tsx'
import { useSocialText } from './use-social-text.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

type StepProps = {
  provider: SocialProvider
  token: string
  email: string
  onDone: (by: SignedIn) => void
  /** What the provider vouched for has ended; only a new beginning helps. */
  onEnded: (problem: unknown) => void
  onCancel: () => void
}
type Facts = {
  countries: { code: string; options: boolean }[]
  proposedCountry: string | null
  termsVersion: string
  minAge: number
}
const leftToRight = (words: ReactNode) => <bdi dir="ltr">{words}</bdi>

/** What no provider states, and opening an account needs: country, age and terms. */
export function RegisterStep(params: StepProps) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const { data, isError, refetch } = useQuery({
    queryKey: ['registerForm'],
    queryFn: () => call(registerForm, {}),
    staleTime: 600_000,
  })
  const provider = providerNames[params.provider]
  return (
    <AuthCard
      title={t('register.title')}
      intro={t.rich('social.registerIntro', { provider, email: params.email, to: leftToRight })}
    >
      {data && <RegisterStepForm {...params} facts={data} />}
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-72" />}
      <p className="mt-3 flex flex-col">
        <Button variant="quiet" onClick={params.onCancel}>
          {common('cancel')}
        </Button>
      </p>
    </AuthCard>
  )
}

const isEnded = (problem: unknown): boolean =>
  isRefused(problem, 'dataIncomplete') && namedFields(problem).some(({ field }) => field === 'registrationToken')

function useRegisterStep({ token, onDone, onEnded, facts }: StepProps & { facts: Facts }) {
  const [state, setState] = useState<RegisterState>({ ...emptyRegistration, country: facts.proposedCountry ?? '' })
  const [problems, setProblems] = useState<Problems<RegisterField>>({})
  const [attempt, setAttempt] = useState(0)
  const [wait, startWait] = useCountdown()
  const show = (found: Problems<RegisterField>) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const sending = useMutation({
    meta: { handled: true },
    mutationFn: () => {
      const username = state.username.trim() === '' ? undefined : state.username.trim()
      const { country, adult } = state
      const declared = { country, adult, termsVersion: facts.termsVersion, lang: currentLang() }
      return call(registerSocial, { registrationToken: token, username, ...declared })
    },
    onSuccess: onDone,
    onError: (problem) => {
      if (isEnded(problem)) onEnded(problem)
      show(refusedFields(problem))
      startWait(retryAfter(problem))
    },
  })
  const change = (part: Partial<RegisterState>) => {
    setState((before) => ({ ...before, ...part }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    if (sending.isError) sending.reset()
  }
  const submit = () => {
    const found: [RegisterField, Problem | undefined][] = [
      ['username', usernameProblem(state.username.trim())],
      ['country', state.country === '' ? 'countryMissing' : undefined],
      ['adult', state.adult ? undefined : localRefusal('underage', { minAge: facts.minAge })],
      ['terms', state.terms ? undefined : 'termsMissing'],
    ]
    const wrong = found.filter(([, problem]) => problem !== undefined)
    show(Object.fromEntries(wrong))
    if (wrong.length === 0 && !sending.isPending && wait === 0) sending.mutate()
  }
  return { state, change, problems, attempt, wait, sending, submit }
}

function RegisterStepForm(given: StepProps & { facts: Facts }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const fieldText = useFieldText()
  const socialText = useSocialText()
  const params = useRegisterStep(given)
  const { facts, provider } = given
  const { state, change, problems, wait, sending } = params
  const form = useFirstError(params.attempt)
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    params.submit()
  }
  const isWhole = sending.error && Object.keys(refusedFields(sending.error)).length === 0
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <CountryField
        countries={facts.countries}
        proposed={facts.proposedCountry}
        value={state.country}
        onValue={(country) => change({ country })}
        error={fieldText(problems.country)}
      />
      <NameField
        kind="username"
        label={t('username')}
        aside={t('optional')}
        hint={t('usernameHint')}
        value={state.username}
        onValue={(username) => change({ username })}
        error={fieldText(problems.username)}
      />
      <ConsentFields state={state} problems={problems} minAge={facts.minAge} onChange={change} />
      {isWhole && <FormProblem>{socialText(sending.error, provider)}</FormProblem>}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {common('register')}
      </RetryButton>
    </form>
  )
}
