import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'

type FilterSelectProps = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One choice above a table; its name is heard and stands in its tooltip. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const t = useTranslations('common')
  return (
    <Select
      bare
      label={t('table.filter', { name: label })}
      title={label}
      value={value}
      options={options}
      onChange={({ target }) => onChange(target.value)}
      className="min-w-36"
    />
  )
}
