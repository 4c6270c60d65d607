import { filterUsdt, type CaseRisk } from '@evenhand/protocol/case-filters.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { compareDecimals } from '@evenhand/ui/format.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Menu } from '../layout/menu.tsx'
import type { CaseSearch } from './case-search.ts'

/** By what a queue is narrowed beside days: risks it has facts of, and worth where there is money. */
export type CaseFilterKinds = { readonly risks: readonly CaseRisk[]; readonly worth?: true }
type CaseFiltersProps = CaseFilterKinds & { search: CaseSearch; onSearch: (change: CaseSearch) => void }

type Draft = Readonly<Record<'from' | 'to' | 'min' | 'max' | 'risk', string>>
const draftOf = ({ from = '', to = '', min = '', max = '', ...rest }: CaseSearch): Draft => ({
  from,
  to,
  min,
  max,
  risk: rest.risk ?? '',
})

const isAmount = (text: string): boolean => text === '' || z.safeParse(filterUsdt, text).success

/** What is wrong with what was typed, by its field. */
function faultsOf({ from, to, min, max }: Draft) {
  const amounts = isAmount(min) && isAmount(max)
  return {
    to: from !== '' && to !== '' && to < from ? 'dayOrder' : undefined,
    min: isAmount(min) ? undefined : 'amountWrong',
    max: !isAmount(max)
      ? 'amountWrong'
      : amounts && min !== '' && max !== '' && compareDecimals(max, min) < 0
        ? 'amountOrder'
        : undefined,
  } as const
}

/** The panel in which a queue is narrowed by day, worth and risk; it counts when it is sent. */
export function CaseFilters({ search, ...rest }: CaseFiltersProps) {
  const t = useTranslations('common')
  const draft = draftOf(search)
  return (
    <Menu
      icon="filter"
      label={t('filters.open')}
      text={<span className="text-13">{t('filters.open')}</span>}
      toward="end"
    >
      <FilterForm key={JSON.stringify(draft)} {...rest} before={draft} />
    </Menu>
  )
}

function FilterForm({ before, risks, worth, onSearch }: Omit<CaseFiltersProps, 'search'> & { before: Draft }) {
  const t = useTranslations('common')
  const [draft, setDraft] = useState(before)
  const [tried, setTried] = useState(false)
  const faults = faultsOf(draft)
  const faultOf = (field: keyof typeof faults) => {
    const fault = tried ? faults[field] : undefined
    return fault && t(`filters.${fault}`)
  }
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  const amount = { inputMode: 'decimal', autoComplete: 'off', dir: 'ltr', suffix: 'USDT' } as const
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(faults).some((fault) => fault !== undefined)) return
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    const { from, to, min, max } = draft
    const risk = risks.find((one) => one === draft.risk)
    onSearch({ from: from || undefined, to: to || undefined, min: min || undefined, max: max || undefined, risk })
  }
  return (
    <form onSubmit={send} noValidate className="flex w-[min(22rem,calc(100vw-4rem))] flex-col gap-3">
      <div className="flex gap-3">
        <TextField type="date" label={t('filters.from')} {...field('from')} className="min-w-0 grow basis-0" />
        <TextField
          type="date"
          label={t('filters.to')}
          {...field('to')}
          error={faultOf('to')}
          className="min-w-0 grow basis-0"
        />
      </div>
      {worth && (
        <>
          <TextField label={t('filters.min')} {...amount} {...field('min')} error={faultOf('min')} />
          <TextField
            label={t('filters.max')}
            {...amount}
            {...field('max')}
            error={faultOf('max')}
            hint={t('filters.worthHint')}
          />
        </>
      )}
      <Select
        label={t('filters.risk')}
        {...field('risk')}
        options={[
          { value: '', label: t('filters.anyRisk') },
          ...risks.map((value) => ({ value, label: t(`filters.risks.${value}`) })),
        ]}
      />
      <Button type="submit" size="small">
        {t('filters.apply')}
      </Button>
    </form>
  )
}
