import { areaCodes } from '@evenhand/protocol/accounts.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../isolated.ts'
import { languageOf, useLang } from '../settings.ts'
import { areaCountries, areaOf, joinPhone, splitPhone, type AreaCode } from './phone-number.ts'

type Way = AreaCode | 'other' | 'mail'

type PhoneProps = {
  /** What is kept: a whole number, or with `orMail` an address; '' for nothing yet. */
  value: string
  onChange: (value: string) => void
  /** Whose area code is proposed before there is a number. */
  country: string
  /** Whether an e-mail address does as well, and is proposed first. */
  orMail?: boolean
  error?: ReactNode
  hint?: ReactNode
}

function begin({ value, country, orMail }: PhoneProps): { way: Way; text: string } {
  if (orMail && (value === '' || value.includes('@'))) return { way: 'mail', text: value }
  if (value === '') return { way: areaOf(country) ?? 'other', text: '' }
  const { area, rest } = splitPhone(value)
  return { way: area ?? 'other', text: rest }
}

const valueOf = (way: Way, text: string): string =>
  way === 'mail' ? text : joinPhone(way === 'other' ? undefined : way, text)

/** A telephone number by area code: those of the picker first, then any other. */
export function PhoneField(props: PhoneProps) {
  const { onChange, orMail = false, error, hint } = props
  const t = useTranslations('phone')
  const id = useId()
  const names = useAreaNames()
  const [{ way, text }, set] = useState(() => begin(props))
  const change = (next: { way: Way; text: string }) => {
    set(next)
    onChange(valueOf(next.way, next.text))
  }
  const mail = way === 'mail'
  return (
    <div>
      {/* An address needs the whole width of a phone. */}
      <div className={cx('grid items-start gap-3', orMail ? 'desktop:grid-cols-2' : 'grid-cols-2')}>
        <Select
          label={t(orMail ? 'way' : 'area')}
          value={way}
          onChange={({ target }) =>
            change({ way: target.value as Way, text: mail || target.value === 'mail' ? '' : text })
          }
          options={[
            ...(orMail ? [{ value: 'mail', label: t('mail') }] : []),
            ...areaCodes.map((code) => ({ value: code, label: names(code) })),
            { value: 'other', label: t('other') },
          ]}
        />
        <TextField
          label={t(mail ? 'mail' : 'number')}
          // The part of a number after its area code is a text to a browser; the whole one is a telephone's.
          type={mail ? 'email' : way === 'other' ? 'tel' : 'text'}
          inputMode={mail ? 'email' : 'tel'}
          autoComplete={mail ? 'email' : way === 'other' ? 'tel' : 'tel-national'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={mail ? 254 : 30}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-hint`}
          value={text}
          onChange={({ target }) => change({ way, text: target.value })}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div id={`${id}-hint`}>
        {way === 'other' && <p className="mt-1.5 text-13 text-fg3">{t('otherHint')}</p>}
        {hint && <p className="mt-1.5 text-13 text-fg3">{hint}</p>}
      </div>
    </div>
  )
}

/** An area code with its countries in the page's language. */
function useAreaNames(): (code: AreaCode) => string {
  const { tag } = languageOf(useLang())
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  return (code) => `${isolated(code)} ${areaCountries[code].map((country) => names.of(country) ?? country).join(', ')}`
}
