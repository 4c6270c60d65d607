import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Figure } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { ContractChip, SideMark } from './contract-parts.tsx'
import { pageSize, useContractPage } from './contracts-query.ts'
import { cents, Price } from './ticket-costs.tsx'

type ListProps = { page: number; onPage: (page: number) => void; onOpen: (id: string) => void }

/** A page of contracts that have ended. */
export function ContractList({ page, onPage, onOpen }: ListProps) {
  const t = useTranslations('contracts')
  const orders = useTranslations('orders')
  const common = useTranslations('common')
  const { data, isError, refetch, isPlaceholderData } = useContractPage({
    status: 'closed',
    code: '',
    page,
  })
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('list.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-40" />
  if (data.rows.length === 0)
    return (
      <Card>
        <EmptyState icon="list" title={t('list.noClosed')} />
      </Card>
    )
  const pages = Math.max(1, Math.ceil(data.total / pageSize))
  return (
    <div aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-4">
      <Card>
        <ul className="divide-y divide-line">
          {data.rows.map((order) => (
            <li key={order.id}>
              <ClosedRow order={order} onOpen={onOpen} />
            </li>
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

/** One contract that has ended; the whole line opens it. */
function ClosedRow({ order, onOpen }: { order: ContractOrder; onOpen: ListProps['onOpen'] }) {
  const t = useTranslations('contracts')
  const tag = languageOf(useLang()).tag
  const time = timeFormat(tag, { dateStyle: 'short', timeStyle: 'medium' })
  return (
    <button
      type="button"
      onClick={() => onOpen(order.id)}
      className="flex w-full flex-col gap-1 px-4 py-3 text-start hover:bg-sunken"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-3">
          <Figure className="font-600">{order.code}</Figure>
          <SideMark side={order.side} className="text-14" />
          <span className="text-13 text-fg2">{t('position.lots', { lots: order.lots })}</span>
          <ContractChip order={order} />
        </span>
        {order.openPrice !== null && (
          <span className="ms-auto">
            <Gain text={cents(order.profit)} />
          </span>
        )}
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-13 text-fg3">
        {order.openPrice !== null ? (
          <span>
            <span className="inline-block">
              {t('figure.open')} <Price text={order.openPrice} decimals={order.precision} />
            </span>
            <Dot />
            <span className="inline-block">
              {t('figure.close')} <Price text={order.closePrice} decimals={order.precision} />
            </span>
          </span>
        ) : (
          order.price !== null && (
            <span>
              {t('ticket.price')} <Price text={order.price} decimals={order.precision} exact />
            </span>
          )
        )}
        <span className="ms-auto">{time.format(order.closeTime ?? order.acceptedAt)}</span>
      </span>
    </button>
  )
}
