import { Checkbox } from '@evenhand/ui/field.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Problems } from '../../lib/proving/form-problem.ts'
import type { RegisterField, RegisterState } from './register-form.ts'
import { useFieldText } from './use-field-text.ts'

// In a tab of its own, so that reading the terms does not cost what was typed.
const pageLink = (id: string) => (words: ReactNode) => (
  <Link to="/detail" search={{ id }} target="_blank" className="text-accent-text">
    {words}
  </Link>
)

type ConsentProps = {
  state: RegisterState
  problems: Problems<RegisterField>
  minAge: number
  onChange: (part: Partial<RegisterState>) => void
}

/** Age and terms: two declarations, each its own box, none ticked beforehand. */
export function ConsentFields({ state, problems, minAge, onChange }: ConsentProps) {
  const t = useTranslations('auth')
  const fieldText = useFieldText()
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={t('adult', { minAge })}
        checked={state.adult}
        onChange={(event) => onChange({ adult: event.target.checked })}
        error={fieldText(problems.adult)}
      />
      <Checkbox
        label={t.rich('terms', { terms: pageLink('terms'), privacy: pageLink('privacy'), risk: pageLink('risk') })}
        checked={state.terms}
        onChange={(event) => onChange({ terms: event.target.checked })}
        error={fieldText(problems.terms)}
      />
    </div>
  )
}
