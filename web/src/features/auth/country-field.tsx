import { Select } from '@evenhand/ui/select.tsx'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../lib/settings.ts'

type Country = { code: string; options: boolean }
type CountryFieldProps = {
  countries: readonly Country[]
  proposed: string | null
  value: string
  onValue: (code: string) => void
  error: ReactNode
}

/** The customer's country, by its name in their language; shows why one is proposed, and where options are not offered. */
export function CountryField({ countries, proposed, value, onValue, error }: CountryFieldProps) {
  const t = useTranslations('auth')
  const { tag } = languageOf(useLang())
  const names = useMemo(() => new Intl.DisplayNames(tag, { type: 'region' }), [tag])
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(tag)
    const rows = countries.map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
    return rows.toSorted((one, other) => compare(one.label, other.label))
  }, [countries, names, tag])
  const chosen = countries.find(({ code }) => code === value)
  const name = value === '' ? '' : (names.of(value) ?? value)
  const note = () => {
    if (chosen && !chosen.options) return t('countryNoOptions', { country: name })
    return proposed !== null && value === proposed ? t('countryProposed', { country: name }) : undefined
  }
  return (
    <Select
      label={t('country')}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      options={value === '' ? [{ value: '', label: t('chooseCountry') }, ...options] : options}
      error={error}
      hint={note()}
      autoComplete="country"
    />
  )
}
