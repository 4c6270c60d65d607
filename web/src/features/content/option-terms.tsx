import { useTranslations } from 'use-intl'
import { FigureRow, FigureTable } from '../../lib/figure-table.tsx'
import { formatAmount, scaledInteger } from '../../lib/format.tsx'
import { useLasted } from '../../lib/lasted.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { TermsCell, TermsVersions } from './terms-versions.tsx'

const freshMs = 60_000
const load = async () => (await import('./load-terms.ts')).loadOptionTerms()

/** The terms of options: what they were beside what they become. */
export function OptionTerms() {
  const t = useTranslations('transparency')
  const lasted = useLasted()
  const { data } = useFetched('terms', load, freshMs)
  if (!data) return null
  const columns = (['min', 'max', 'payoutRate'] as const).map((name) => t(`terms.${name}`))
  return (
    <TermsVersions id="terms" title={t('terms.title')} lead={t('terms.lead')} data={data}>
      {({ rows }) => (
        <FigureTable first={t('terms.limitTime')} columns={columns}>
          {rows.map(({ before, ...row }) => (
            <FigureRow key={row.limitTime} name={lasted(row.limitTime)}>
              <TermsCell before={before && formatAmount(before.min)} now={formatAmount(row.min)} />
              <TermsCell before={before && formatAmount(before.max)} now={formatAmount(row.max)} />
              <TermsCell before={before && percent(before.payoutRate)} now={percent(row.payoutRate)} />
            </FigureRow>
          ))}
        </FigureTable>
      )}
    </TermsVersions>
  )
}

/** A rate as the share of the stake that is won. */
const percent = (rate: string): string => `${Number(scaledInteger(rate, 4)) / 100}%`
