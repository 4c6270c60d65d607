import { readParams } from '@evenhand/protocol/operator-requests.ts'
import type { ContractTableText } from '@evenhand/protocol/contract-params.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { PlainTable } from '../../table/plain-table.tsx'
import { changedExposure, changedFields } from './contract-table.ts'
import { ContractValue } from './contract-value.tsx'

/** What other terms of contracts change of those in force, value by value. */
export function ContractChange({ value }: { value: string }) {
  const t = useTranslations('requests')
  const parameters = useTranslations('parameters')
  const approval = useTranslations('approval')
  const { data } = useQuery({ queryKey: [readParams.path], queryFn: ({ signal }) => call(readParams, {}, signal) })
  const before = data?.contracts.versions.find(({ version }) => version === data.contracts.current)?.value
  if (before === undefined) return null
  const after = JSON.parse(value) as ContractTableText
  const limit = (text: string) => <Figure>{formatAmount(text)} USDT</Figure>
  return (
    <PlainTable
      label={t('part.changes')}
      heads={[parameters('contracts.column.class'), approval('field.key'), t('inForce'), t('proposed')]}
      ends={[2, 3]}
      rows={[
        ...changedFields(before, after).map(({ class: name, field, was, now }) => [
          parameters(`contracts.class.${name}`),
          parameters(`contracts.column.${field}`),
          <ContractValue key="was" name={name} field={field} value={was} />,
          <b key="now" className="font-700">
            <ContractValue name={name} field={field} value={now} />
          </b>,
        ]),
        ...changedExposure(before, after).map((field) => [
          '—',
          parameters(`contracts.exposure.${field}`),
          limit(before.exposure[field]),
          <b key="now" className="font-700">
            {limit(after.exposure[field])}
          </b>,
        ]),
      ]}
    />
  )
}
