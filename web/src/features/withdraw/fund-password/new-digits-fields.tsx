import { useTranslations } from 'use-intl'
import { FundPasswordField } from './fund-password-field.tsx'
import { isGuessable, isWholeFundPassword } from './fund-digits.ts'
import { useDigitsText } from './use-digits-text.ts'

export type NewDigits = { first: string; again: string }
type FieldsProps = {
  value: NewDigits
  onValue: (value: NewDigits) => void
  tried: boolean
  problem: unknown
}

export const areGood = ({ first, again }: NewDigits): boolean =>
  isWholeFundPassword(first) && !isGuessable(first) && again === first

/** A new fund password, typed twice since it cannot be recovered. */
export function NewDigitsFields({ value, onValue, tried, problem }: FieldsProps) {
  const t = useTranslations('withdraw')
  const digitsText = useDigitsText()
  const { first, again } = value
  return (
    <>
      <FundPasswordField
        label={t('fund.new')}
        hint={t('fund.hint')}
        value={first}
        onValue={(digits) => onValue({ ...value, first: digits })}
        error={digitsText({ value: first, tried, problem, isNew: true })}
      />
      <FundPasswordField
        label={t('fund.again')}
        value={again}
        onValue={(digits) => onValue({ ...value, again: digits })}
        error={(tried || isWholeFundPassword(again)) && again !== first ? t('fund.different') : undefined}
      />
    </>
  )
}
