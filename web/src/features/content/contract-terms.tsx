import { halfSpreadUnit } from '@evenhand/proofs/contracts/class-table.ts'
import { contractClassNames } from '@evenhand/proofs/contracts/terms.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { useTranslations } from 'use-intl'
import { FigureRow, FigureTable } from '../../lib/figure-table.tsx'
import { formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'
import { TermsCell, TermsValue, TermsVersions } from './terms-versions.tsx'

const freshMs = 60_000
const load = async () => (await import('./load-terms.ts')).loadContractTerms()
const fields = ['halfSpread', 'fee', 'financing', 'leverage'] as const
type Field = (typeof fields)[number]
type ClassName = (typeof contractClassNames)[number]
type Values = Readonly<Record<Field, string | number>>

const unitOf = (name: ClassName, field: Field) =>
  field === 'leverage' ? 'times' : field === 'halfSpread' ? halfSpreadUnit(name) : 'percent'

type Row = Values & { readonly class: string; readonly before: Values | undefined }
const isClass = (name: string): name is ClassName => contractClassNames.some((one) => one === name)

/** The decimals of a column: even among the values of one unit and those that they replace. */
function decimalsIn(rows: readonly Row[], { field, unit }: { field: Field; unit: ReturnType<typeof unitOf> }): number {
  const alike = rows.filter((row) => isClass(row.class) && unitOf(row.class, field) === unit)
  const values = alike.flatMap((row) => [row[field], row.before?.[field] ?? ''])
  return evenDecimals(values.map(String), 0)
}

/** The terms of contracts by class, and what the house takes: what they were beside what they become. */
export function ContractTerms() {
  const t = useTranslations('transparency')
  const { data } = useFetched('contractTerms', load, freshMs)
  if (!data) return null
  const columns = fields.map((name) => t(`contractTerms.column.${name}`))
  return (
    <TermsVersions id="contract-terms" title={t('contractTerms.title')} lead={t('contractTerms.lead')} data={data}>
      {({ rows, exposure }) => (
        <>
          <FigureTable first={t('contractTerms.column.class')} columns={columns}>
            {rows.map(({ before, ...row }) => {
              const name = row.class
              if (!isClass(name)) return null
              return (
                <FigureRow key={name} name={t(`contractTerms.class.${name}`)}>
                  {fields.map((field) => {
                    const unit = unitOf(name, field)
                    const decimals = decimalsIn(rows, { field, unit })
                    const text = (values: Values) =>
                      t(`contractTerms.unit.${unit}`, { value: formatDecimal(String(values[field]), { decimals }) })
                    return <TermsCell key={field} before={before && text(before)} now={text(row)} />
                  })}
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
