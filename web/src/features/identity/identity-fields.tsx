import { countryCodes } from '@evenhand/protocol/countries.ts'
import {
  docTypes,
  hasBack,
  type IdentificationField,
  type CustomerIdentification,
} from '@evenhand/protocol/identification.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { PhoneField } from '../../lib/phone/phone-field.tsx'
import { UploadField } from '../../lib/upload/upload-field.tsx'
import { isDocType, isPicture } from './identity-form.ts'
import type { IdentityWork } from './use-identity-form.ts'
import { useFieldHint, useIdentityWords, useReasonText } from './use-identity-words.ts'

const inputs = {
  firstName: { autoComplete: 'given-name', maxLength: 100 },
  lastName: { autoComplete: 'family-name', maxLength: 100 },
  birthDate: { autoComplete: 'bday', type: 'date', min: '1900-01-01', max: '9999-12-31' },
  address: { autoComplete: 'address-line1', maxLength: 300 },
  docNumber: { autoComplete: 'off', dir: 'ltr', maxLength: 40, autoCapitalize: 'characters', spellCheck: false },
  docExpiry: { autoComplete: 'off', type: 'date', min: '1900-01-01', max: '9999-12-31' },
} as const

type FieldProps = { field: IdentificationField; work: IdentityWork; own: CustomerIdentification }

/** One field of the form, with its hint, a reviewer's reason and what is wrong with it. */
export function IdentityFieldParams({ field, work, own }: FieldProps) {
  const t = useTranslations('identity')
  const words = useIdentityWords()
  const { form, change, problems, setSending } = work
  const hint = <FieldHint field={field} own={own} docType={form.docType} />
  const common = { label: words.label(field, form.docType), hint, error: words.problem(problems[field]) }
  if (isPicture(field))
    return (
      <UploadField
        {...common}
        purpose="kyc"
        fileId={form[field]}
        onFile={(fileId) => change({ [field]: fileId })}
        onSending={(is) => setSending(field, is)}
        camera={field === 'holdingFileId' ? 'user' : 'environment'}
        frame
      />
    )
  if (field === 'docType') return <DocTypeField work={work} hint={hint} />
  if (field === 'contact')
    return (
      <PhoneField
        orMail
        value={form.contact}
        onChange={(contact) => change({ contact })}
        country={form.country}
        error={common.error}
        hint={hint}
      />
    )
  if (field === 'country') return <CountryChoice work={work} hint={hint} error={common.error} />
  if (field === 'sex')
    return (
      <Select
        {...common}
        value={form.sex}
        onChange={(event) => change({ sex: event.target.value })}
        autoComplete="sex"
        options={[
          ...(form.sex === '' ? [{ value: '', label: t('choose') }] : []),
          { value: 'female', label: t('sex.female') },
          { value: 'male', label: t('sex.male') },
        ]}
      />
    )
  return (
    <TextField
      {...common}
      // In a right-to-left form an address in Latin letters would begin with its last word.
      dir="auto"
      {...inputs[field]}
      value={form[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  )
}

/** A reviewer's reason for the field, and how to fill it in. */
function FieldHint({ field, own, docType }: Omit<FieldProps, 'work'> & { docType: string }) {
  const hints = useFieldHint(own)(field, docType)
  const reasonText = useReasonText(true)
  const t = useTranslations('identity')
  const need = own.status === 'RESUBMIT' ? own.needs.find((one) => one.field === field)?.text : undefined
  const found = own.status === 'RESUBMIT' ? own.reasons.filter((reason) => reason.field === field) : []
  return (
    <>
      {found.map((reason) => (
        <span key={reason.code} className="mb-1 flex items-start gap-1.5 text-warn">
          <Icon name="info" size={16} className="mt-0.5" />
          <span>{reasonText(reason)}</span>
        </span>
      ))}
      {need !== undefined && (
        <span className="mb-1 flex items-start gap-1.5 text-warn">
          <Icon name="info" size={16} className="mt-0.5" />
          <span>{t('correct.said', { text: isolated(need) })}</span>
        </span>
      )}
      {hints.map((hint) => (
        <span key={hint} className="block">
          {hint}
        </span>
      ))}
    </>
  )
}

function DocTypeField({ work: { form, change }, hint }: { work: IdentityWork; hint: ReactNode }) {
  const t = useTranslations('identity')
  return (
    <div>
      <RadioList
        legend={t('field.docType')}
        items={docTypes.map((value) => ({ value, label: t(`docType.${value}`) }))}
        value={isDocType(form.docType) ? form.docType : 'ID_CARD'}
        onChange={(docType) => change({ docType, ...(hasBack(docType) ? {} : { backFileId: '' }) })}
      />
      <p className="mt-1.5 text-13 text-fg3">{hint}</p>
    </div>
  )
}

type ChoiceProps = { work: IdentityWork; hint: ReactNode; error: string | undefined }

function CountryChoice({ work: { form, change }, hint, error }: ChoiceProps) {
  const t = useTranslations('identity')
  const { names, tag } = useIdentityWords()
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(tag)
    const rows = countryCodes.map((code) => ({ value: code, label: names.of(code) ?? code }))
    return rows.toSorted((one, other) => compare(one.label, other.label))
  }, [names, tag])
  return (
    <Select
      label={t('field.country')}
      hint={hint}
      error={error}
      value={form.country}
      onChange={(event) => change({ country: event.target.value })}
      autoComplete="country"
      options={form.country === '' ? [{ value: '', label: t('choose') }, ...options] : options}
    />
  )
}
