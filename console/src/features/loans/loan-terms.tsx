import { completedPeriods } from '@evenhand/proofs/loans/interest.ts'
import { Amount, Figure } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { Facts, Part } from '../../case/facts.tsx'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { CostChart } from './cost-chart.tsx'
import { costAt, notableDays } from './loan-costs.ts'
import type { LoanCaseView } from './loan-case.tsx'

/** The terms that were signed, and what they cost by the day of repayment. */
export function LoanTerms({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const percent = (text: string) => <Figure>{`${text}%`}</Figure>
  const runs = seen.disbursedAt !== null && seen.endedAt === null
  const today = runs ? completedPeriods(seen.disbursedAt ?? 0, seen.owed.at) : null
  return (
    <>
      <Part title={t('part.terms')}>
        <Facts
          items={[
            [t('column.amount'), <Amount key="amount" text={seen.amount} className="font-600" />],
            [t('column.days'), t('daysOf', { count: seen.days })],
            [t('freeDays'), t('daysOf', { count: seen.freeDays })],
            [t('dailyRate'), percent(seen.dailyRate)],
            [t('apr'), percent(seen.apr)],
            [t('totalInterest'), <Amount key="interest" text={seen.totalInterest} />],
            [t('repaymentAmount'), <Amount key="repay" text={seen.repaymentAmount} />],
            [t('maxInterest'), <Amount key="max" text={seen.maxInterest} />],
            [t('clause.title'), <Clauses key="clauses" seen={seen} />],
          ]}
        />
      </Part>
      <Part title={t('part.costs')}>
        <p className="mb-3 text-13 text-fg2">{t('costs')}</p>
        <CostChart terms={seen} today={today} />
        <PlainTable
          label={t('part.costs')}
          heads={[t('column.day'), t('column.interest'), t('column.total')]}
          ends={[0, 1, 2]}
          rows={notableDays(seen)
            .map((day) => costAt(seen, day))
            .map(({ day, interest, total }) => [
              <Figure key="day">{day}</Figure>,
              <Amount key="interest" text={interest} />,
              <Amount key="total" text={total} />,
            ])}
        />
      </Part>
    </>
  )
}

/** Clauses that were ticked apart, each with when its customer revoked it. */
function Clauses({ seen: { standingOrder, setOff } }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const given = [
    ['STANDING_ORDER', standingOrder],
    ['SET_OFF', setOff],
  ] as const
  const signed = given.flatMap(([clause, one]) => (one === null ? [] : [{ clause, ...one }]))
  if (signed.length === 0) return common('none')
  return (
    <ul>
      {signed.map(({ clause, revokedAt }) => (
        <li key={clause}>
          {t(`clause.${clause}`)}
          {revokedAt !== null && (
            <>
              , {t('clause.revoked')} <When ms={revokedAt} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
