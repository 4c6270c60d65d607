import { continueSocial, linkSocial, type SocialProvider } from '@evenhand/protocol/social.ts'
import { prove } from '@evenhand/protocol/second-factor.ts'
import { buttonClass, Spinner } from '@evenhand/ui/button.tsx'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { safeBack } from '../../../lib/back.ts'
import { call } from '../../../lib/call.ts'
import { keepSession } from '../../../lib/session.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { AuthCard, FormProblem } from '../auth-card.tsx'
import { ProofForm } from '../proof-form.tsx'
import type { SignedIn } from '../signed-in.ts'
import { WelcomeStep } from '../welcome-step.tsx'
import { keptOAuthFlow, type OAuthFlow } from './oauth-flow.ts'
import { LinkStep, type LinkProof } from './link-step.tsx'
import { providerNames } from './provider-mark.tsx'
import { RegisterStep } from './register-step.tsx'
import { outcomeOf, useReturn, type Returned } from './use-return.ts'
import { useSocialText } from './use-social-text.ts'

type ScreenProps = { provider: SocialProvider; returned: Returned }
type ReturnProps = { search: Returned }

export const GoogleCallback = ({ search }: ReturnProps) => <CallbackScreen provider="google" returned={search} />
export const AppleCallback = ({ search }: ReturnProps) => <CallbackScreen provider="apple" returned={search} />

/** The way back from a provider: signed in at once, or after the one step that is missing. */
function CallbackScreen({ provider, returned }: ScreenProps) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const navigate = useNavigate()
  const [oauthFlow] = useState(keptOAuthFlow)
  const [welcome, setWelcome] = useState(false)
  const [linkProof, setLinkProof] = useState<LinkProof | undefined>()
  const back = oauthFlow.purpose === 'link' ? '/profile/security' : safeBack(oauthFlow.back)
  const finish = ({ token, user }: SignedIn) => {
    keepSession(token, user)
    void navigate({ href: back, replace: true })
  }
  const { outcome, setOutcome, again } = useReturn({ provider, returned, oauthFlow, onSignedIn: finish })
  const name = providerNames[provider]
  useTitle(t('social.title', { provider: name }))
  const cancel = () => setOutcome({ at: 'cancelled' })
  if (welcome) return <WelcomeStep back={oauthFlow.back} />
  if (outcome.at === 'pending' || outcome.at === 'done') return <Waiting provider={provider} back={oauthFlow.back} />
  if (outcome.at === 'cancelled' || outcome.at === 'failed')
    return (
      <Ended
        provider={provider}
        oauthFlow={oauthFlow}
        problem={outcome.at === 'failed' ? outcome.problem : undefined}
      />
    )
  if (outcome.at === 'register')
    return (
      <RegisterStep
        {...outcome}
        provider={provider}
        onDone={({ token, user }) => {
          setWelcome(true)
          keepSession(token, user)
        }}
        onEnded={(problem) => setOutcome({ at: 'failed', problem })}
        onCancel={cancel}
      />
    )
  if (outcome.at === 'link') {
    const { token } = outcome
    return (
      <LinkStep
        {...outcome}
        provider={provider}
        onDone={finish}
        onProofNeeded={(needed, proof) => {
          setLinkProof(proof)
          setOutcome({ at: 'factor', token, needed })
        }}
        onEnded={(problem) => setOutcome({ at: 'failed', problem })}
        onCancel={cancel}
      />
    )
  }
  const { needed } = outcome
  const token = outcome.at === 'factor' ? outcome.token : ''
  const send = async ({ password, otp, passkey }: Parameters<Parameters<typeof ProofForm>[0]['send']>[0]) => {
    if (outcome.at === 'proof') {
      await call(prove, { password, otp, passkey })
      await again().catch((problem: unknown) => setOutcome(outcomeOf(problem)))
    } else if (linkProof) finish(await call(linkSocial, { linkToken: token, ...linkProof, otp, passkey }))
    else finish(await call(continueSocial, { signInToken: token, otp, passkey }))
  }
  return (
    <AuthCard title={t('factor.title')} intro={t(outcome.at === 'proof' ? 'factor.proofIntro' : 'factor.intro')}>
      <ProofForm needed={needed} send={send} onCancel={cancel} cancelLabel={common('cancel')} />
    </AuthCard>
  )
}

/** Nothing is called slow before it is: after ten seconds there is a way out. */
function Waiting({ provider, back }: { provider: SocialProvider; back: string | undefined }) {
  const t = useTranslations('auth')
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 10_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-4 px-4 text-center" role="status">
      <h1 className="flex items-center gap-3 text-18 font-600">
        <Spinner />
        {t('social.waiting', { provider: providerNames[provider] })}
      </h1>
      {late && (
        <p className="text-fg2">
          {t('social.late')}{' '}
          <Link to="/pass/login" search={{ back }} className="font-600 text-accent-text">
            {t('social.toLogin')}
          </Link>
        </p>
      )}
    </div>
  )
}

function Ended({ provider, oauthFlow, problem }: { provider: SocialProvider; oauthFlow: OAuthFlow; problem: unknown }) {
  const t = useTranslations('auth')
  const socialText = useSocialText()
  const linking = oauthFlow.purpose === 'link'
  return (
    <AuthCard title={t('social.endedTitle', { provider: providerNames[provider] })}>
      <FormProblem>{problem === undefined ? t('social.cancelled') : socialText(problem, provider)}</FormProblem>
      <p className="mt-6 flex flex-col">
        <Link
          to={linking ? '/profile/security' : '/pass/login'}
          search={linking ? {} : { back: oauthFlow.back }}
          className={buttonClass('primary', 'large')}
        >
          {t(linking ? 'social.toSecurity' : 'social.toLogin')}
        </Link>
      </p>
    </AuthCard>
  )
}
