import { halfSpreadUnit } from '@evenhand/proofs/contracts/class-table.ts'
import { contractClassNames } from '@evenhand/proofs/contracts/terms.ts'
import { useTranslations } from 'use-intl'
import { FigureRow, FigureTable } from '../../lib/figure-table.tsx'
import { formatAmount } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'
import { TermsCell, TermsValue, TermsVersions } from './terms-versions.tsx'

const freshMs = 60_000
const load = async () => (await import('./load-terms.ts')).loadContractTerms()
const fields = ['halfSpread', 'fee', 'financing', 'leverage'] as const

/** The terms of contracts by class, and what the house takes: what they were beside what they become. */
export function ContractTerms() {
  const t = useTranslations('transparency')
  const { data } = useFetched('contractTerms', load, freshMs)
  if (!data) return null
  const valueOf = (
    name: (typeof contractClassNames)[number],
    field: (typeof fields)[number],
    value: string | number,
  ) => {
    const unit = field === 'leverage' ? 'times' : field === 'halfSpread' ? halfSpreadUnit(name) : 'percent'
    return t(`contractTerms.unit.${unit}`, { value: String(value) })
  }
  const columns = fields.map((name) => t(`contractTerms.column.${name}`))
  return (
    <TermsVersions id="contract-terms" title={t('contractTerms.title')} lead={t('contractTerms.lead')} data={data}>
      {({ rows, exposure }) => (
        <>
          <FigureTable first={t('contractTerms.column.class')} columns={columns}>
            {rows.map(({ before, ...row }) => {
              const name = contractClassNames.find((one) => one === row.class)
              if (name === undefined) return null
              return (
                <FigureRow key={name} name={t(`contractTerms.class.${name}`)}>
                  {fields.map((field) => (
                    <TermsCell
                      key={field}
                      before={before && valueOf(name, field, before[field])}
                      now={valueOf(name, field, row[field])}
                    />
                  ))}
                </FigureRow>
              )
            })}
          </FigureTable>
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-13">
            {exposure.map(({ exposed, now, before }) => (
              <div key={exposed} className="flex gap-2">
                <dt className="text-fg3">{t(`contractTerms.exposure.${exposed}`)}</dt>
                <dd>
                  <TermsValue before={before && usdt(before)} now={usdt(now)} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </TermsVersions>
  )
}

const usdt = (whole: string): string => `${formatAmount(whole)} USDT`
