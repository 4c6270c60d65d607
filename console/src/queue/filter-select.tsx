import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'

type FilterSelectProps<U extends string, O extends string> = {
  label: string
  /** What is shown by default; it stays out of the address. */
  usual: U
  others: readonly O[]
  /** As the address has it. */
  value: U | O | undefined
  word: (value: U | O) => string
  onChoose: (value: O | undefined) => void
}

/** One choice above a table, the usual one on top; its name is read out and stands in its tooltip. */
export function FilterSelect<U extends string, O extends string>(props: FilterSelectProps<U, O>) {
  const { label, usual, others, value, word, onChoose } = props
  const t = useTranslations('common')
  return (
    <Select
      bare
      label={t('table.filter', { name: label })}
      title={label}
      value={value ?? usual}
      options={[usual, ...others].map((one) => ({ value: one, label: word(one) }))}
      onChange={({ target }) => onChoose(others.find((one) => one === target.value))}
      className="min-w-36"
    />
  )
}
