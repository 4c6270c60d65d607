import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Unreached } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSession } from '../../lib/session.ts'
import { AddressStep } from './address-step.tsx'
import { AuthCard, FormProblem, Outcome } from './auth-card.tsx'
import { CodeField } from './code-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { repasswordRefused } from './new-password.ts'
import { ProofForm } from './proof-form.tsx'
import { useFieldText } from './use-field-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useStepFocus } from './use-step-focus.ts'
import { useMailbox } from '../../lib/proving/use-mailbox.ts'
import { useReset } from './use-reset.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** A new password by a mailed code: the address, then code and password, then the second factor where there is one. */
export function ResetScreen({ search: { back } }: { search: { back?: string | undefined } }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const session = useSession()
  const [sent, setSent] = useState<{ email: string; resendIn: number } | undefined>()
  const [first, setFirst] = useState(session?.user.email ?? '')
  if (sent)
    return (
      <NewPasswordStep
        {...sent}
        back={back}
        onOther={() => {
          setFirst(sent.email)
          setSent(undefined)
        }}
      />
    )
  return (
    <AuthCard title={t('reset.title')} intro={t('reset.intro')}>
      <AddressStep scene="reset" first={first} onSent={(email, resendIn) => setSent({ email, resendIn })} />
      {!session && (
        <p className="mt-6 text-center">
          <Link to="/pass/login" search={{ back }} className="font-600 text-accent-text">
            {common('login')}
          </Link>
        </p>
      )}
    </AuthCard>
  )
}

type StepProps = { email: string; resendIn: number; back: string | undefined; onOther: () => void }

function NewPasswordStep({ email, resendIn, back, onOther }: StepProps) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const params = useReset(email)
  if (params.done) return <ResetDone back={back} />
  if (params.needed)
    return (
      <AuthCard title={t('factor.title')} intro={t('factor.intro')}>
        <ProofForm
          needed={params.needed}
          send={params.sendProved}
          onCancel={() => params.setNeeded(undefined)}
          cancelLabel={common('back')}
        />
      </AuthCard>
    )
  return (
    <AuthCard title={t('reset.title')}>
      <NewPasswordForm reset={params} email={email} resendIn={resendIn} />
      <Button variant="link" className="mt-3 w-full" onClick={onOther}>
        {t('reset.otherAddress')}
      </Button>
    </AuthCard>
  )
}

type FormProps = { reset: ReturnType<typeof useReset>; email: string; resendIn: number }

function NewPasswordForm({ reset: params, email, resendIn }: FormProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  const problemText = useProblemText()
  const mailbox = useMailbox()
  const [sendProblem, setSendProblem] = useState<unknown>(null)
  const form = useFirstError(params.attempt)
  useStepFocus(form)
  const { state, change, problems, wait, sending } = params
  const failed = sending.error && Object.keys(repasswordRefused(sending.error)).length === 0 ? sending.error : null
  const whole = failed ?? sendProblem
  const isShown = whole !== null && !params.needed
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSendProblem(null)
    params.submit()
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <CodeField
        email={email}
        scene="reset"
        sentFor={resendIn}
        value={state.code}
        onValue={(code) => change({ code })}
        error={fieldText(problems.code)}
        mailbox={mailbox}
        onEmailProblem={setSendProblem}
        onSendProblem={setSendProblem}
      />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields state={state} problems={problems} onChange={change} />
      {isShown && (
        <FormProblem>{whole instanceof Unreached ? t('reset.effectUnknown') : problemText(whole)}</FormProblem>
      )}
      <RetryButton type="submit" size="large" busy={sending.isPending} wait={wait}>
        {t('reset.submit')}
      </RetryButton>
    </form>
  )
}

function ResetDone({ back }: { back: string | undefined }) {
  const t = useTranslations('auth')
  const common = useTranslations('common')
  const signedIn = useSession() !== undefined
  return (
    <AuthCard title={t('reset.doneTitle')}>
      <Outcome>{t('reset.doneText')}</Outcome>
      <p className="mt-6 flex flex-col">
        {signedIn ? (
          <Link to="/profile" className={buttonClass('primary', 'large')}>
            {common('nav.account')}
          </Link>
        ) : (
          <Link to="/pass/login" search={{ back }} className={buttonClass('primary', 'large')}>
            {common('login')}
          </Link>
        )}
      </p>
    </AuthCard>
  )
}
