import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { useLayout } from '../../lib/settings.ts'
import { OrderCards } from './order-cards.tsx'
import { OrderTable } from './order-table.tsx'
import { pageSize, useOrderPage, type OrderFilter } from './orders-query.ts'

type ListProps = {
  filter: OrderFilter
  onPage: (page: number) => void
  onOpen: (order: OptionOrder) => void
}

/** A page of orders: a table on a desktop, cards on a phone. */
export function OrderList({ filter, onPage, onOpen }: ListProps) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const { data, isError, refetch, isPlaceholderData } = useOrderPage(filter)
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('list.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data)
    return (
      <Card className="flex flex-col gap-3 p-4">
        {Array.from({ length: 5 }, (_, at) => (
          <Skeleton key={at} className="h-12" />
        ))}
      </Card>
    )
  // The orders themselves have their account, also in the moment after a switch.
  const [first] = data.rows
  if (first === undefined)
    return (
      <Card>
        <EmptyState
          icon="list"
          title={t(filter.code !== '' ? 'list.nothingFound' : 'list.noClosed')}
          action={
            <Link to="/market" className={buttonClass('secondary')}>
              {t('list.toMarkets')}
            </Link>
          }
        />
      </Card>
    )
  const pages = Math.max(1, Math.ceil(data.total / pageSize))
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-4">
      <ModeChip mode={first.mode} className="self-start" />
      {mobile ? <OrderCards orders={data.rows} onOpen={onOpen} /> : <OrderTable orders={data.rows} onOpen={onOpen} />}
      {pages > 1 && (
        <nav aria-label={t('list.pages')} className="flex items-center justify-center gap-3">
          <Button variant="secondary" disabled={filter.page <= 1} onClick={() => onPage(filter.page - 1)}>
            {t('list.previous')}
          </Button>
          <span className="text-13 text-fg2">{t('list.pageOf', { page: filter.page, pages })}</span>
          <Button variant="secondary" disabled={filter.page >= pages} onClick={() => onPage(filter.page + 1)}>
            {t('list.next')}
          </Button>
        </nav>
      )}
      <p role="status" className="sr-only">
        {t('list.count', { count: data.total })}
      </p>
    </div>
  )
}
