import { useTranslations } from 'use-intl'
import type { Problems } from '../../lib/proving/form-problem.ts'
import type { RepasswordField, RepasswordState } from './new-password.ts'
import { PasswordMeter } from './password-meter.tsx'
import { SecretField } from './secret-field.tsx'
import { useFieldText } from './use-field-text.ts'

type FieldsProps = {
  state: Pick<RepasswordState, 'password' | 'confirm'>
  problems: Problems<RepasswordField>
  onChange: (part: Partial<RepasswordState>) => void
}

/** The new password, twice, with how hard it is to guess. */
export function NewPasswordFields({ state, problems, onChange }: FieldsProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  return (
    <>
      <div>
        <SecretField
          label={t('newPassword')}
          value={state.password}
          onValue={(password) => onChange({ password })}
          error={fieldText(problems.password)}
          autoComplete="new-password"
        />
        <PasswordMeter password={state.password} />
      </div>
      <SecretField
        label={t('newConfirm')}
        value={state.confirm}
        onValue={(confirm) => onChange({ confirm })}
        error={fieldText(problems.confirm)}
        autoComplete="new-password"
      />
    </>
  )
}
