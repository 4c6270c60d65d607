import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { useCallback, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { everySecond } from '../../lib/second.ts'
import { countdown, decimalsOf } from './order-words.ts'

const faces: Record<OptionOrder['status'], { icon: IconName; variant: 'plain' | 'accent' | 'warn' }> = {
  ACCEPTED: { icon: 'clock', variant: 'accent' },
  OPEN: { icon: 'clock', variant: 'accent' },
  WON: { icon: 'check', variant: 'accent' },
  LOST: { icon: 'minus', variant: 'plain' },
  TIE: { icon: 'swap', variant: 'plain' },
  SOLD: { icon: 'go', variant: 'plain' },
  VOID: { icon: 'warning', variant: 'warn' },
}

/** The state of an order: icon and word. */
export function StatusChip({ status }: { status: OptionOrder['status'] }) {
  const t = useTranslations('orders')
  const { icon, variant } = faces[status]
  return (
    <Chip variant={variant} icon={icon}>
      {t(`status.${status}`)}
    </Chip>
  )
}

/** The direction of an order: arrow, word and the price's colour. */
export function DirectionMark({ direction, className }: { direction: OptionOrder['direction']; className?: string }) {
  const t = useTranslations('orders')
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 font-600 whitespace-nowrap',
        direction === 'UP' ? 'text-up' : 'text-down',
        className,
      )}
    >
      <Icon name={direction === 'UP' ? 'rise' : 'fall'} size={14} />
      {t(`direction.${direction}`)}
    </span>
  )
}

/** Seconds until a moment of the product's clock, going down by the second. */
export function Countdown({ to, className }: { to: number; className?: string }) {
  const read = useCallback(() => countdown(to - productNow()), [to])
  const text = useSyncExternalStore(everySecond, read, read)
  return (
    <Figure className={className ?? ''}>
      <span role="timer">{text}</span>
    </Figure>
  )
}

/** A limit time in words. */
export function useLimitTimeText(): (seconds: number) => string {
  const t = useTranslations('orders')
  return (seconds) => {
    if (seconds % 86_400 === 0) return t('term.days', { count: seconds / 86_400 })
    if (seconds % 3600 === 0) return t('term.hours', { count: seconds / 3600 })
    return t('term.minutes', { count: seconds / 60 })
  }
}

/** What an order brought; a dash while it runs. */
export const Profit = ({ order }: { order: OptionOrder }) =>
  isSettled(order.status) ? <Gain text={order.profit} /> : <>—</>

/** The price an order entered or ended at; a dash before that. */
export const Price = ({ order, at }: { order: OptionOrder; at: 'openPrice' | 'closePrice' }) => {
  const text = order[at]
  return <Figure>{text === null ? '—' : formatDecimal(text, { decimals: decimalsOf(order) })}</Figure>
}
