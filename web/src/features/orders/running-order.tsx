import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { EarlySale } from './early-sale.tsx'
import { DirectionMark, StatusChip } from './order-parts.tsx'
import { distanceOf, profitNow } from './running-outcome.ts'
import { TimeBar } from './time-bar.tsx'

type RunningProps = {
  order: OptionOrder
  /** Opens its sheet; absent in the sheet itself. */
  onOpen?: (id: string) => void
}

/**
 * A running order as it stands at the newest price, the same wherever it is shown: what it is on, the time it has left,
 * how far the price is from its entry, what it would bring now, and what it sells for. After its end, its result.
 */
export function RunningOrder({ order, onOpen }: RunningProps) {
  const t = useTranslations('running')
  const settled = isSettled(order.status)
  return (
    <div data-order={order.orderNo} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {onOpen ? (
          <button
            type="button"
            onClick={() => onOpen(order.id)}
            className="-my-1 flex min-h-8 min-w-0 items-center gap-2 rounded-control text-start hover:bg-sunken mobile:-my-2 mobile:min-h-11"
          >
            <Name order={order} />
            <span className="sr-only">{t('details')}</span>
            <Icon name="forward" size={14} className="text-fg3" />
          </button>
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <Name order={order} />
          </span>
        )}
        {settled ? <Gain bare text={order.profit} /> : <ProfitNow order={order} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        {settled ? <StatusChip status={order.status} /> : <TimeBar order={order} />}
        {order.status === 'ACCEPTED' && <span className="text-fg2">{t('entering')}</span>}
        {order.status === 'OPEN' && <FromEntry order={order} />}
        {order.status === 'OPEN' && <EarlySale order={order} />}
        {settled && onOpen && (
          <button
            type="button"
            onClick={() => onOpen(order.id)}
            className={cx(buttonClass('weak', 'small'), 'ms-auto')}
          >
            {t('why')}
          </button>
        )}
      </div>
    </div>
  )
}

const Name = ({ order }: { order: OptionOrder }) => (
  <>
    <bdi dir="ltr" className="truncate text-14 font-600">
      {order.code}
    </bdi>
    <DirectionMark direction={order.direction} className="text-14" />
    <Figure className="text-13 text-fg2">{formatAmount(order.stake)}</Figure>
  </>
)

/** What the order comes to if it ends at the newest price. */
function ProfitNow({ order }: { order: OptionOrder }) {
  const t = useTranslations('running')
  const price = useQuote(order.code)?.price
  if (order.status !== 'OPEN' || price === undefined) return null
  return (
    <span className="ms-auto inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="text-13 text-fg2">{t('now')}</span>
      <Gain bare text={profitNow(order, price)} />
    </span>
  )
}

/** How far the newest price is from the entry, and on which side. */
function FromEntry({ order }: { order: OptionOrder }) {
  const t = useTranslations('running')
  const price = useQuote(order.code)?.price
  if (order.openPrice === null || price === undefined) return null
  const { text, way } = distanceOf(order.openPrice, price)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-fg2">
      {way !== 'level' && (
        <Icon
          name={way === 'above' ? 'rise' : 'fall'}
          size={14}
          className={way === 'above' ? 'text-up' : 'text-down'}
        />
      )}
      <Figure className="font-600 text-fg">{formatDecimal(text)}</Figure>
      {t(`distance.${way}`)}
    </span>
  )
}
