import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useRunningPlans } from './plans-query.ts'
import { RunningPlan } from './running-plan.tsx'

/** The customer's running plans on the real account, and the way to all of them. */
export function MyPlans() {
  const t = useTranslations('plans')
  const common = useTranslations('common')
  const { data, isError, refetch } = useRunningPlans()
  return (
    <section aria-labelledby="my-plans" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="my-plans" className="text-18 font-700 desktop:text-20">
          {t('mine.title')}
        </h2>
        <Link to="/profile/orders" search={{ product: 'plans' }} className={buttonClass('quiet', 'small')}>
          {t('mine.all')}
        </Link>
      </div>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-40 rounded-card" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState icon="calendar" title={t('mine.none')} text={t('mine.noneText')} />
        </Card>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="grid gap-4 desktop:grid-cols-[repeat(auto-fit,minmax(38rem,1fr))]">
          {data.map((plan) => (
            <li key={plan.id} className="grid min-w-0">
              <RunningPlan plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
