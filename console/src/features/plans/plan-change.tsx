import { listPlans, type ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import type { ChangeProps } from '../../lib/feature.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import { formOf, isHigh, shortText, valueNames, type ValueName } from './plan-values.ts'

const shown = (name: ValueName, text: string | undefined): string => {
  if (text === undefined || text === '') return '—'
  return name === 'days' ? text : name.endsWith('Rate') ? `${shortText(text)}%` : formatAmount(text)
}

/** What a proposal changes: the values of a product beside those it replaces, or the product that gets another state. */
export function PlanChange({ values, isCase }: ChangeProps) {
  const t = useTranslations('requests')
  const { data } = useQuery({ queryKey: [listPlans.path], queryFn: ({ signal }) => call(listPlans, {}, signal) })
  const about = values['replaces'] ?? values['plan']
  const before = data?.products.find(({ id }) => id === about)
  if (about !== undefined && before === undefined) return null
  const content =
    values['state'] === undefined ? (
      <Values values={values} before={before} />
    ) : (
      before && <State plan={before} state={values['state']} />
    )
  if (isCase) return <Part title={t('part.changes')}>{content}</Part>
  return <div className="overflow-hidden rounded-control border border-line">{content}</div>
}

function Values({ values, before }: { values: ChangeProps['values']; before: ConsolePlan | undefined }) {
  const t = useTranslations('requests')
  const plans = useTranslations('plans')
  const approval = useTranslations('approval')
  const was = before && formOf(before)
  const rows = valueNames.map((name) => {
    const isOther = was !== undefined && was[name] !== shortText(values[name] ?? '')
    return [
      approval(`field.${name}`),
      ...(was === undefined ? [] : [<Figure key="was">{shown(name, was[name])}</Figure>]),
      <Figure key="now" className={was === undefined || isOther ? 'font-700' : 'text-fg2'}>
        {shown(name, values[name])}
      </Figure>,
    ]
  })
  return (
    <>
      <PlainTable
        label={t('part.changes')}
        heads={[approval('field.key'), ...(was === undefined ? [] : [t('inForce')]), t('proposed')]}
        ends={was === undefined ? [1] : [1, 2]}
        rows={rows}
      />
      {isHigh(values['dailyRate'] ?? '') && (
        <div className="flex flex-col items-start gap-1 border-t border-line px-4 py-3 text-13">
          <Chip variant="warn" icon="warning">
            {plans('high')}
          </Chip>
          <p>
            {plans('board.signed')} <bdi className="font-600">{values['board']}</bdi>
          </p>
          <p dir="auto">{values['boardReason']}</p>
        </div>
      )}
    </>
  )
}

function State({ plan, state }: { plan: ConsolePlan; state: string }) {
  const t = useTranslations('requests')
  const plans = useTranslations('plans')
  return (
    <PlainTable
      label={t('part.changes')}
      heads={[plans('column.name'), plans('column.dailyRate'), t('inForce'), t('proposed')]}
      ends={[1]}
      rows={[
        [
          <bdi key="name">{plan.name}</bdi>,
          <Figure key="rate">{plan.dailyRate}%</Figure>,
          plans(`status.${plan.status}`),
          <strong key="state">{plans(state === 'RETIRED' ? 'status.RETIRED' : 'status.OPEN')}</strong>,
        ],
      ]}
    />
  )
}
