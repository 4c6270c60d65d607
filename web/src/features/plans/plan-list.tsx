import type { PlanPosition } from '@evenhand/protocol/plans.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Percent } from '../../lib/figure-row.tsx'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { Amount } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { useSentences } from '../../lib/sentences.ts'
import { useAccountMode } from '../../lib/session.ts'
import { useWhen } from '../../lib/use-when.ts'
import { PlanChip } from './plan-parts.tsx'
import { pageSize, usePlanPage } from './plans-query.ts'

type ListProps = { search: { page?: string | undefined }; onSearch: (change: { page: string | undefined }) => void }

/** All plans of the customer, newest first, page by page; they are the real account's. */
export function PlanList({ search, onSearch }: ListProps) {
  const t = useTranslations('plans')
  const codes = useTranslations('codes')
  const mode = useAccountMode()
  const page = /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number.parseInt(search.page ?? '1', 10) : 1
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" />}>
        {codes('realAccountNeeded')}
      </Banner>
    )
  return (
    <>
      <Link to="/trading" className={`${buttonClass('secondary', 'small')} self-start`}>
        {t('title')}
      </Link>
      <Pages page={page} onPage={(next) => onSearch({ page: String(next) })} />
    </>
  )
}

function Pages({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const t = useTranslations('plans')
  const orders = useTranslations('orders')
  const common = useTranslations('common')
  const { data, isError, refetch, isPlaceholderData } = usePlanPage(page)
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-40 rounded-card" />
  if (data.rows.length === 0)
    return (
      <Card>
        <EmptyState icon="calendar" title={t('mine.none')} text={t('mine.noneText')} />
      </Card>
    )
  const pages = Math.max(1, Math.ceil(data.total / pageSize))
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-4">
      <Card>
        <ul className="divide-y divide-line">
          {data.rows.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
        </ul>
      </Card>
      {pages > 1 && (
        <nav aria-label={orders('list.pages')} className="flex items-center justify-center gap-3">
          <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {orders('list.previous')}
          </Button>
          <span className="text-13 text-fg2">{orders('list.pageOf', { page, pages })}</span>
          <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {orders('list.next')}
          </Button>
        </nav>
      )}
    </div>
  )
}

/** One plan: what was put in, what came of it, and how it ended. */
function PlanRow({ plan }: { plan: PlanPosition }) {
  const t = useTranslations('plans')
  const when = useWhen()
  const sentences = useSentences()
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-3">
          <span className="font-600">{plan.name}</span>
          <Amount text={plan.principal} />
          <PlanChip status={plan.status} />
        </span>
        <Gain text={plan.totalRevenue} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-13 text-fg2">
        <span>
          {t('days', { days: plan.days })}
          <Dot />
          <Percent text={plan.dailyRate} /> {t('rate.day')}
          <Dot />
          <bdi>{when(plan.startAt)}</bdi>
        </span>
        <span>{t('mine.number', { no: plan.orderNo })}</span>
      </p>
      <p className="text-13 text-fg2">
        {plan.status === 'EARNING' && t('mine.paidOf', { paid: plan.paidDays, days: plan.days })}
        {plan.status === 'COMPLETED' && t('mine.expired', { time: when(plan.endedAt ?? plan.maturesAt) })}
        {plan.status === 'EXITED' && (
          <>
            {sentences(t('mine.left', { time: when(plan.endedAt ?? plan.maturesAt) }), t('calc.penalty'))}{' '}
            <Amount text={plan.penalty ?? '0'} />
          </>
        )}
      </p>
    </li>
  )
}
