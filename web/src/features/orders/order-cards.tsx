import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { DirectionMark, Price, Profit, StatusChip, useLimitTimeText } from './order-parts.tsx'

type CardsProps = { orders: readonly OptionOrder[]; onOpen: (order: OptionOrder) => void }

/** One card an order; the whole card opens it. */
export function OrderCards({ orders, onOpen }: CardsProps) {
  const t = useTranslations('orders')
  const limitTimeText = useLimitTimeText()
  const tag = languageOf(useLang()).tag
  const time = timeFormat(tag, { dateStyle: 'short', timeStyle: 'medium' })
  return (
    <ul className="flex flex-col gap-3">
      {orders.map((order) => (
        <li key={order.id}>
          <button
            type="button"
            onClick={() => onOpen(order)}
            className={cx(
              'flex w-full flex-col gap-2 rounded-card bg-surface p-4 text-start ring-1',
              order.mode === 'real' ? 'ring-accent' : 'ring-control',
            )}
          >
            <span className="flex items-center justify-between gap-3">
              <span className="flex items-center gap-3">
                <bdi dir="ltr" className="font-600">
                  {order.code}
                </bdi>
                <DirectionMark direction={order.direction} className="text-14" />
              </span>
              <StatusChip status={order.status} />
            </span>
            <span className="flex items-baseline justify-between gap-3">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <Amount text={order.stake} /> <span className="text-13 text-fg3">{limitTimeText(order.limitTime)}</span>
              </span>
              <span className="text-16 font-600">
                <Profit order={order} />
              </span>
            </span>
            <span className="flex flex-wrap justify-between gap-x-3 text-13 text-fg3">
              <span>
                {t('column.entry')} <Price order={order} at="openPrice" />{' '}
                <span aria-hidden className="inline-block rtl:-scale-x-100">
                  →
                </span>{' '}
                <span className="inline-block">
                  {t('column.exit')} <Price order={order} at="closePrice" />
                </span>
              </span>
              <span className="ms-auto">{time.format(order.acceptedAt)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
