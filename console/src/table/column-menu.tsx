import { Checkbox } from '@evenhand/ui/field.tsx'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { useTranslations } from 'use-intl'
import { Menu } from '../layout/menu.tsx'
import { shownColumns, type Column, type Preset } from './columns.ts'

type ColumnMenuProps<Row> = {
  columns: readonly Column<Row>[]
  presets: readonly Preset[]
  chosen: string | undefined
  onChoose: (cols: string | undefined) => void
}

/** Which columns the table shows: a preset, or an operator's own choice, which the address keeps. */
export function ColumnMenu<Row>({ columns, presets, chosen, onChoose }: ColumnMenuProps<Row>) {
  const t = useTranslations('common')
  const shown = shownColumns(columns, presets, chosen)
  const [first] = presets
  const preset = presets.find(({ value }) => value === (chosen ?? first?.value))?.value ?? ''
  const toggle = (id: string) => {
    const next = columns.map((column) => column.id).filter((one) => shown.includes(one) !== (one === id))
    if (next.length > 0) onChoose(next.join(','))
  }
  return (
    <Menu icon="settings" label={t('table.columns')} className="mobile:hidden">
      <RadioList
        legend={t('table.preset')}
        items={presets.map(({ value, title }) => ({ value, label: title }))}
        value={preset}
        onChange={(value) => onChoose(value === first?.value ? undefined : value)}
      />
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">{t('table.columns')}</legend>
        {columns.map(({ id, title }) => (
          <Checkbox key={id} label={title} checked={shown.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </Menu>
  )
}
