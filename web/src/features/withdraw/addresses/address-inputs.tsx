import { addressLimits } from '@evenhand/protocol/addresses.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import type { AddressFields, problemsOf } from './address-form.ts'

const plain = { dir: 'ltr', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type InputsProps = {
  fields: AddressFields
  onChange: (part: Partial<AddressFields>) => void
  wrong: ReturnType<typeof problemsOf>
  /** Why the address is not kept, in words. */
  refused: string | undefined
}

/** The address itself, what some receivers request beside it, and the name it gets. */
export function AddressInputs({ fields, onChange, wrong, refused }: InputsProps) {
  const t = useTranslations('withdraw')
  const problemOf = (field: keyof AddressFields) => wrong[field] && t(`book.problem.${wrong[field]}`)
  return (
    <>
      <TextField
        {...plain}
        label={t('address.address')}
        value={fields.address}
        onChange={(event) => onChange({ address: event.target.value })}
        error={problemOf('address') ?? refused}
        maxLength={120}
      />
      <TextField
        {...plain}
        label={t('address.memo')}
        hint={t('book.memoHint')}
        value={fields.memo}
        onChange={(event) => onChange({ memo: event.target.value })}
        error={problemOf('memo')}
        maxLength={64}
      />
      <TextField
        label={t('book.label')}
        hint={t('book.labelHint', { most: addressLimits.label })}
        value={fields.label}
        onChange={(event) => onChange({ label: event.target.value })}
        error={problemOf('label')}
        autoComplete="off"
        maxLength={60}
      />
    </>
  )
}
