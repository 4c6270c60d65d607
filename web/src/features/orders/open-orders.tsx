import { buttonClass, Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { everySecond } from '../../lib/second.ts'
import { useRunningOrders } from './orders-query.ts'
import { RunningOrder } from './running-order.tsx'
import { isJustEnded } from './use-order-marks.ts'

type OpenProps = { code: string; onOpen: (id: string) => void }
const second = () => Math.floor(productNow() / 1000)

/** All orders of the account in use that run, each as it stands now; one that ends stays a little with its result. */
export function OpenOrders({ code, onOpen }: OpenProps) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const { orders, isLoading, isError, refetch } = useRunningOrders({ code: code === '' ? undefined : code })
  useSyncExternalStore(everySecond, second, second)
  const shown = orders.filter((order) => !isSettled(order.status) || isJustEnded(order, productNow()))
  const [first] = shown
  if (isError && !first)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('list.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (isLoading && !first) return <Skeleton className="h-24" />
  if (!first)
    return (
      <Card>
        <EmptyState
          icon="list"
          title={t(code === '' ? 'list.noOpen' : 'list.nothingFound')}
          action={
            <Link to="/market" className={buttonClass('secondary')}>
              {t('list.toMarkets')}
            </Link>
          }
        />
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      <ModeChip mode={first.mode} className="self-start" />
      <Card>
        <ul className="divide-y divide-line">
          {shown.map((order) => (
            <li key={order.id} className="p-4">
              <RunningOrder order={order} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </Card>
      <p role="status" className="sr-only">
        {t('list.count', { count: shown.length })}
      </p>
    </div>
  )
}
