import { readParams, type OptionTableText, type ResaleSwitch } from '@evenhand/protocol/operator-requests.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import type { ChangeProps } from '../../lib/feature.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText, whenText } from '../../lib/when.tsx'
import { useServerNow } from '../../queue/server-now.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import { CapsTable } from './caps-change.tsx'
import { capsKey } from './caps-of.ts'
import { percentOf, termDifferences, type TermDifference } from './terms.ts'
import { ContractChange } from './contract-change.tsx'
import { dayMs } from '@evenhand/protocol/durations.ts'

const noticeMs = dayMs

/** What a version of parameters changes: a part of its case, or beside its signature, with when it holds at the earliest. */
export function ParameterChange({ values: { key, value }, isCase }: ChangeProps) {
  const t = useTranslations('requests')
  const signing = useTranslations('signing')
  const now = useServerNow(60_000)
  const parameters = useTranslations('parameters')
  const caps = capsKey(key)
  if (value === undefined) return null
  const title = caps === undefined ? t('part.changes') : parameters(`caps.${caps}.title`)
  const table = <ChangeTable parameter={key} value={value} />
  if (isCase) return <Part title={title}>{table}</Part>
  return (
    <div className="overflow-hidden rounded-control border border-line">
      {table}
      <p className="border-t border-line px-4 py-2 text-13 font-600">
        {signing('earliest', { time: whenText(now + noticeMs) })}
      </p>
    </div>
  )
}

/** The table of what a proposal changes, by its key. */
function ChangeTable({ parameter: key, value }: { parameter: string | undefined; value: string }) {
  const parameters = useTranslations('parameters')
  const caps = capsKey(key)
  if (caps !== undefined) return <CapsTable name={caps} value={value} />
  if (key === 'contracts') return <ContractChange value={value} />
  if (key !== 'resale') return <TermsTable value={value} />
  const { on } = JSON.parse(value) as ResaleSwitch
  return <p className="px-4 py-2">{parameters(on ? 'resale.turnsOn' : 'resale.turnsOff')}</p>
}

/** What other terms of options change of those in force, row by row: two tables of JSON cannot be compared by eye. */
function TermsTable({ value }: { value: string }) {
  const t = useTranslations('requests')
  const parameters = useTranslations('parameters')
  const approval = useTranslations('approval')
  const common = useTranslations('common')
  const tag = useTag()
  const { data } = useQuery({ queryKey: [readParams.path], queryFn: ({ signal }) => call(readParams, {}, signal) })
  const before = data?.options.versions.find(({ version }) => version === data.options.current)?.value
  if (before === undefined) return null
  const shown = (one: TermDifference['was'], field: TermDifference['field']): string => {
    if (typeof one === 'boolean') return one ? common('yes') : common('no')
    if (one === null) return '—'
    return field === 'payoutRate' ? `${percentOf(one)}%` : formatAmount(one)
  }
  const rows = termDifferences(before, JSON.parse(value) as OptionTableText).map(({ limitTime, field, was, now }) => [
    durationText(limitTime * 1000, tag),
    parameters(`field.${field}`),
    <Figure key="was">{shown(was, field)}</Figure>,
    <Figure key="now" className="font-700">
      {shown(now, field)}
    </Figure>,
  ])
  return (
    <PlainTable
      label={t('part.changes')}
      heads={[parameters('field.limitTime'), approval('field.key'), t('inForce'), t('proposed')]}
      ends={[2, 3]}
      rows={rows}
    />
  )
}
