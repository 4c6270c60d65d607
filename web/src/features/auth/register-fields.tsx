import { useTranslations } from 'use-intl'
import { refusedFields } from './register-form.ts'
import { CodeField } from './code-field.tsx'
import { NameField } from './name-field.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { SecretField } from './secret-field.tsx'
import { useFieldText } from './use-field-text.ts'
import type { useRegistration } from './use-registration.ts'

type FieldsProps = {
  registration: ReturnType<typeof useRegistration>
  mailbox: string | null
  onSendProblem: (problem: unknown) => void
}

/** E-mail with its code, and a password in one field that can be shown. */
export function RegisterFields({ registration: params, mailbox, onSendProblem }: FieldsProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  const { state, change, problems, setProblems, checkTaken } = params
  const sendFailed = (problem: unknown) => {
    const fields = refusedFields(problem)
    setProblems((before) => ({ ...before, ...fields }))
    onSendProblem(Object.keys(fields).length === 0 ? problem : null)
  }
  return (
    <>
      <NameField
        kind="email"
        label={t('email')}
        value={state.email}
        onValue={(email) => change({ email })}
        onBlur={() => void checkTaken('email')}
        error={fieldText(problems.email)}
      />
      <CodeField
        email={state.email.trim()}
        scene="register"
        value={state.code}
        onValue={(code) => change({ code })}
        error={fieldText(problems.code)}
        mailbox={mailbox}
        onEmailProblem={(email) => setProblems((before) => ({ ...before, email }))}
        onSendProblem={sendFailed}
      />
      <div>
        <SecretField
          label={t('password')}
          value={state.password}
          onValue={(password) => change({ password })}
          error={fieldText(problems.password)}
          autoComplete="new-password"
        />
        <PasswordMeter password={state.password} />
      </div>
    </>
  )
}

/** A user name, optional: the e-mail address is enough to sign in. */
export function UsernameField({
  registration: { state, change, problems, checkTaken },
}: Pick<FieldsProps, 'registration'>) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  return (
    <details open={problems.username !== undefined || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center text-14 font-600 text-accent-text">
        {t('register.username')}
      </summary>
      <NameField
        kind="username"
        label={t('username')}
        aside={t('optional')}
        hint={t('usernameHint')}
        value={state.username}
        onValue={(username) => change({ username })}
        onBlur={() => void checkTaken('username')}
        error={fieldText(problems.username)}
      />
    </details>
  )
}
