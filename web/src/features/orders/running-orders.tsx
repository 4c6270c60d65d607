import { Button } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Price, useLimitTimeText } from './order-parts.tsx'
import type { useRunningOrders } from './orders-query.ts'
import { RunningOrder } from './running-order.tsx'
import { Dot } from '../../lib/dot.tsx'

type RunningProps = { running: ReturnType<typeof useRunningOrders>; onOpen: (id: string) => void }

/** The orders that run on this instrument, each from acceptance to its result. */
export function RunningOrders({ running, onOpen }: RunningProps) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const limitTimeText = useLimitTimeText()
  const { orders, isLoading, isError, refetch } = running
  if (isError && orders.length === 0)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('list.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (isLoading) return <Skeleton className="m-4 h-20" />
  if (orders.length === 0) return <EmptyState icon="clock" title={t('running.none')} text={t('running.noneText')} />
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <li key={order.id} className="px-4 py-3 desktop:px-5">
          <RunningOrder order={order} onOpen={onOpen} />
          <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-fg3">
            <span>
              {limitTimeText(order.limitTime)}
              <Dot />
              <bdi dir="ltr">{order.orderNo}</bdi>
            </span>
            <span>
              {t('column.entry')} <Price order={order} at="openPrice" />
            </span>
            {order.closePrice !== null && (
              <span>
                {t('column.exit')} <Price order={order} at="closePrice" />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
