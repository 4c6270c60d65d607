import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useTranslations } from 'use-intl'
import { Countdown, DirectionMark } from './order-parts.tsx'

/** The running order that ends first, with its time left: in sight on a phone, where the list lies below the chart. */
export function NextExpiry({ orders, onOpen }: { orders: readonly OptionOrder[]; onOpen: (id: string) => void }) {
  const t = useTranslations('orders')
  const [next] = orders
    .filter((order) => order.status === 'OPEN')
    .toSorted((a, b) => (a.expirationTime ?? 0) - (b.expirationTime ?? 0))
  if (!next || next.expirationTime === null) return null
  return (
    <button
      type="button"
      onClick={() => onOpen(next.id)}
      className="inline-flex items-center gap-2 rounded-chip bg-accent-weak px-2 py-0.5 text-12 font-600 text-accent-text"
    >
      <span className="sr-only">{t('running.details')}</span>
      <DirectionMark direction={next.direction} />
      <Countdown to={next.expirationTime} />
    </button>
  )
}
