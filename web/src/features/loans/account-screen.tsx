import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoanCard } from './loan-card.tsx'
import { LoanRow } from './loan-row.tsx'
import { isRunning, useLoans } from './loans-query.ts'
import { ScoreCard } from './score-card.tsx'

/** The customer's loans: the one that runs with what is owed today, those before it, and the credit score. */
export function AccountScreen() {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const { data, isError, refetch } = useLoans()
  const open = data?.filter((loan) => isRunning(loan) || loan.status === 'PENDING_REVIEW') ?? []
  const past = data?.filter((loan) => !open.includes(loan)) ?? []
  return (
    <div className="mx-auto flex max-w-content flex-col gap-6 px-gutter py-4 desktop:py-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PageTitle title={t('account.title')} inBar />
        <Link to="/loan" className={buttonClass('secondary')}>
          {t('account.terms')}
        </Link>
      </div>
      <div className="grid items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          {!data && isError && (
            <ErrorState
              title={common('state.loadFailed')}
              text={t('safe')}
              action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
            />
          )}
          {!data && !isError && <Skeleton className="h-80 rounded-card" />}
          {data?.length === 0 && (
            <Card>
              <EmptyState icon="document" title={t('account.none')} text={t('account.noneText')} />
            </Card>
          )}
          {open.map((loan) => (
            <LoanCard key={loan.id} loan={loan} />
          ))}
          {past.length > 0 && (
            <Card>
              <h2 className="px-5 pt-5 text-16 font-700">{t('account.past')}</h2>
              <ul className="divide-y divide-line">
                {past.map((loan) => (
                  <LoanRow key={loan.id} loan={loan} />
                ))}
              </ul>
            </Card>
          )}
        </div>
        <ScoreCard />
      </div>
    </div>
  )
}
