import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { Amount } from '../../lib/format.tsx'
import { EarlySale } from './early-sale.tsx'
import { Countdown, DirectionMark, Price, Profit, OrderPosition, StatusChip, useLimitTimeText } from './order-parts.tsx'
import type { useRunningOrders } from './orders-query.ts'

type RunningProps = { running: ReturnType<typeof useRunningOrders>; onWhy: (order: OptionOrder) => void }

/** The orders that run on this instrument, each from acceptance to its result. */
export function RunningOrders({ running, onWhy }: RunningProps) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
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
        <RunningOrder key={order.id} order={order} onWhy={() => onWhy(order)} />
      ))}
    </ul>
  )
}

function RunningOrder({ order, onWhy }: { order: OptionOrder; onWhy: () => void }) {
  const t = useTranslations('orders')
  const limitTimeText = useLimitTimeText()
  const settled = isSettled(order.status)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 desktop:px-5">
      <div className="flex min-w-44 flex-col gap-1">
        <span className="flex items-center gap-3">
          <DirectionMark direction={order.direction} />
          <Amount text={order.stake} className="font-600" />
          <ModeChip mode={order.mode} />
        </span>
        <span className="text-13 text-fg3">
          {limitTimeText(order.limitTime)} · <bdi dir="ltr">{order.orderNo}</bdi>
        </span>
      </div>
      <div className="flex min-w-40 grow flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <StatusChip status={order.status} />
          {!settled && order.expirationTime !== null && <Countdown to={order.expirationTime} className="font-600" />}
          {settled && (
            <span className="font-600">
              <Profit order={order} />
            </span>
          )}
        </span>
        <span className="text-13">
          {order.status === 'ACCEPTED' ? (
            <span className="text-fg2">{t('running.entering')}</span>
          ) : (
            <>
              <span className="text-fg3">{t('column.entry')}</span> <Price text={order.openPrice} />
              {settled && order.closePrice !== null && (
                <>
                  {' · '}
                  <span className="text-fg3">{t('column.exit')}</span> <Price text={order.closePrice} />
                </>
              )}
              {!settled && (
                <>
                  {' · '}
                  <OrderPosition order={order} />
                </>
              )}
            </>
          )}
        </span>
      </div>
      <div className="flex items-center gap-2">
        <EarlySale order={order} />
        <Button look={settled ? 'weak' : 'quiet'} size="small" onClick={onWhy}>
          {t(settled ? 'running.why' : 'running.details')}
        </Button>
      </div>
    </li>
  )
}
