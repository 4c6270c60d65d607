import { PasswordField } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { fundDigits } from './fund-digits.ts'

type FieldProps = {
  label: string
  value: string
  onValue: (digits: string) => void
  error: ReactNode
  hint?: ReactNode
}

/** Six digits, masked until they are revealed. Digits of other scripts become 0–9; pasting is allowed. */
export function FundPasswordField({ label, value, onValue, error, hint }: FieldProps) {
  const t = useTranslations('withdraw')
  return (
    <PasswordField
      label={label}
      value={value}
      onChange={(event) => onValue(fundDigits(event.target.value))}
      error={error}
      hint={hint}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      showLabel={t('fund.show')}
      hideLabel={t('fund.hide')}
    />
  )
}
