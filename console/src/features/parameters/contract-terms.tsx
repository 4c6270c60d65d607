import { proposeParams, type readParams } from '@evenhand/protocol/operator-requests.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useRequestButton } from '../../requests/request-button.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { classFields, classOf, evenValue, exposureFields } from './contract-table.ts'
import { ContractTermsForm } from './contract-terms-form.tsx'
import { ContractValue } from './contract-value.tsx'
import { VersionCard } from './version-card.tsx'

export type ContractVersions = z.output<typeof readParams.result>['contracts']

/** The terms of contracts, newest first: costs and cap of each class, and what the house takes. */
export function ContractTerms({ contracts }: { contracts: ContractVersions }) {
  const t = useTranslations('parameters')
  const proposing = useRequestButton(proposeParams, t('contracts.propose'))
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-18 font-700">{t('contracts.title')}</h2>
      <p className="max-w-text text-fg2">{t('contracts.lead')}</p>
      {proposing.button && <div>{proposing.button}</div>}
      {contracts.versions
        .toSorted((a, b) => b.version - a.version)
        .map((one) => (
          <Version key={one.version} one={one} current={contracts.current} />
        ))}
      {proposing.isOpen && <ContractTermsForm contracts={contracts} onClose={proposing.close} />}
    </section>
  )
}

function Version({ one, current }: { one: ContractVersions['versions'][number]; current: number }) {
  const t = useTranslations('parameters')
  const { version, value } = one
  return (
    <VersionCard one={one} current={current} level="h3">
      <PlainTable
        label={`${t('contracts.title')} · ${t('version', { version })}`}
        heads={[t('contracts.column.class'), ...classFields.map((field) => t(`contracts.column.${field}`))]}
        ends={[1, 2, 3, 4]}
        rows={value.classes.flatMap((row) => {
          const name = classOf(row)
          if (name === undefined) return []
          const values = classFields.map((field) => (
            <ContractValue key={field} name={name} field={field} value={evenValue(value.classes, row, field)} />
          ))
          return [[t(`contracts.class.${name}`), ...values]]
        })}
      />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-4 py-3 text-13">
        {exposureFields.map((field) => (
          <div key={field} className="flex gap-2">
            <dt className="text-fg2">{t(`contracts.exposure.${field}`)}</dt>
            <dd className="font-600">
              <Figure>{formatAmount(value.exposure[field])} USDT</Figure>
            </dd>
          </div>
        ))}
      </dl>
    </VersionCard>
  )
}
