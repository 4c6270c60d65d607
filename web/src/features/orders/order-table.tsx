import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { DirectionMark, Price, Profit, StatusChip, useLimitTimeText } from './order-parts.tsx'

type TableProps = { orders: readonly OptionOrder[]; onOpen: (order: OptionOrder) => void }
const columns = ['instrument', 'direction', 'stake', 'limitTime', 'entry', 'exit', 'profit', 'status'] as const
const atEnd = new Set<string>(['stake', 'entry', 'exit', 'profit'])

export function OrderTable({ orders, onOpen }: TableProps) {
  const t = useTranslations('orders')
  return (
    <Card className={cx('overflow-x-auto ring-2', orders[0]?.mode === 'real' ? 'ring-accent!' : 'ring-control!')}>
      <table className="w-full text-14">
        <thead className="text-13 text-fg3">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-4 py-3 font-500 whitespace-nowrap ${atEnd.has(column) ? 'text-end' : 'text-start'}`}
              >
                {t(`column.${column}`)}
              </th>
            ))}
            <th scope="col" className="px-4 py-3">
              <span className="sr-only">{t('running.details')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OrderRow({ order, onOpen }: { order: OptionOrder; onOpen: TableProps['onOpen'] }) {
  const t = useTranslations('orders')
  const limitTimeText = useLimitTimeText()
  const tag = languageOf(useLang()).tag
  const time = timeFormat(tag, { dateStyle: 'short', timeStyle: 'medium' })
  return (
    <tr className="border-t border-line hover:bg-sunken">
      <td className="px-4 py-2.5">
        <Link
          to="/cruuency"
          search={{ code: order.code, type: order.type }}
          dir="ltr"
          className="font-600 text-fg no-underline hover:text-accent-text"
        >
          {order.code}
        </Link>
        <span className="block text-12 whitespace-nowrap text-fg3">{time.format(order.acceptedAt)}</span>
      </td>
      <td className="px-4 py-2.5">
        <DirectionMark direction={order.direction} />
      </td>
      <td className="px-4 py-2.5 text-end">
        <Amount text={order.stake} />
      </td>
      <td className="px-4 py-2.5 whitespace-nowrap">{limitTimeText(order.limitTime)}</td>
      <td className="px-4 py-2.5 text-end">
        <Price order={order} at="openPrice" />
      </td>
      <td className="px-4 py-2.5 text-end">
        <Price order={order} at="closePrice" />
      </td>
      <td className="px-4 py-2.5 text-end font-600">
        <Profit order={order} />
      </td>
      <td className="px-4 py-2.5">
        <StatusChip status={order.status} />
      </td>
      <td className="px-2 py-2.5 text-end">
        <Button
          variant="quiet"
          size="small"
          onClick={() => onOpen(order)}
          aria-label={`${t('running.details')} ${order.orderNo}`}
        >
          {t('running.details')}
        </Button>
      </td>
    </tr>
  )
}
