import { cappedAssets, readParams } from '@evenhand/protocol/operator-requests.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import type { CapsKey, CapsOf } from './caps-of.ts'

/** What other caps of a key change of those in force; a cap that stays is not in it. */
export function CapsTable({ name, value }: { name: CapsKey; value: string }) {
  const t = useTranslations('requests')
  const parameters = useTranslations('parameters')
  const approval = useTranslations('approval')
  const { data } = useQuery({ queryKey: [readParams.path], queryFn: ({ signal }) => call(readParams, {}, signal) })
  const before: CapsOf | undefined = data?.[name].versions.find(({ version }) => version === data[name].current)?.value
  if (before === undefined) return null
  const after = JSON.parse(value) as CapsOf
  return (
    <PlainTable
      label={parameters(`caps.${name}.title`)}
      heads={[approval('field.asset'), t('inForce'), t('proposed')]}
      ends={[1, 2]}
      rows={cappedAssets[name]
        .filter((asset) => before[asset] !== after[asset])
        .map((asset) => [
          asset,
          <Figure key="was">{formatAmount(before[asset] ?? '')}</Figure>,
          <Figure key="now" className="font-700">
            {formatAmount(after[asset] ?? '')}
          </Figure>,
        ])}
    />
  )
}
