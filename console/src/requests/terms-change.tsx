import { readParams, type OptionTableText } from '@evenhand/protocol/operator-requests.ts'
import { Figure } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Part } from '../case/facts.tsx'
import { call } from '../lib/call.ts'
import { useTag } from '../lib/settings.ts'
import { durationText } from '../lib/when.tsx'
import { PlainTable } from '../table/plain-table.tsx'

const figures = ['min', 'max', 'payoutRate'] as const

/** What other terms of options change of those in force, row by row: nobody compares two tables of JSON by eye. */
export function TermsChange({ value }: { value: string }) {
  const t = useTranslations('requests')
  const parameters = useTranslations('parameters')
  const approval = useTranslations('approval')
  const tag = useTag()
  const { data } = useQuery({ queryKey: [readParams.path], queryFn: ({ signal }) => call(readParams, {}, signal) })
  const before = data?.options.versions.find(({ version }) => version === data.options.current)?.value
  if (before === undefined) return null
  const rows = (JSON.parse(value) as OptionTableText).flatMap((term) => {
    const was = before.find(({ limitTime }) => limitTime === term.limitTime)
    return figures
      .filter((name) => was?.[name] !== term[name])
      .map((name) => [
        durationText(term.limitTime * 1000, tag),
        parameters(`field.${name}`),
        <Figure key="was">{was?.[name] ?? '—'}</Figure>,
        <Figure key="now" className="font-700">
          {term[name]}
        </Figure>,
      ])
  })
  return (
    <Part title={t('part.changes')}>
      <PlainTable
        label={t('part.changes')}
        heads={[parameters('field.limitTime'), approval('field.key'), t('inForce'), t('proposed')]}
        ends={[2, 3]}
        rows={rows}
      />
    </Part>
  )
}
