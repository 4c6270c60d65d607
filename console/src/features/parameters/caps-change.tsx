import { readParams, type AdjustmentCaps } from '@evenhand/protocol/operator-requests.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { PlainTable } from '../../table/plain-table.tsx'

const assets = ['USDT', 'BTC', 'ETH'] as const

/** What other caps of adjustments change of those in force; a cap that stays is not in it. */
export function CapsTable({ value }: { value: string }) {
  const t = useTranslations('requests')
  const approval = useTranslations('approval')
  const { data } = useQuery({ queryKey: [readParams.path], queryFn: ({ signal }) => call(readParams, {}, signal) })
  const before = data?.adjustments.versions.find(({ version }) => version === data.adjustments.current)?.value
  if (before === undefined) return null
  const after = JSON.parse(value) as AdjustmentCaps
  return (
    <PlainTable
      label={t('part.caps')}
      heads={[approval('field.asset'), t('inForce'), t('proposed')]}
      ends={[1, 2]}
      rows={assets
        .filter((asset) => before[asset] !== after[asset])
        .map((asset) => [
          asset,
          <Figure key="was">{formatAmount(before[asset])}</Figure>,
          <Figure key="now" className="font-700">
            {formatAmount(after[asset])}
          </Figure>,
        ])}
    />
  )
}
