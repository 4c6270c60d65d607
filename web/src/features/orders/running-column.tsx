import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { useLayout } from '../../lib/settings.ts'
import { RunningOrder } from './running-order.tsx'
import { isJustEnded } from './use-order-marks.ts'
import { isSettled } from '@evenhand/protocol/states.ts'

type ColumnProps = { orders: readonly OptionOrder[]; onOpen: (id: string) => void }

const endOf = ({ expirationTime }: OptionOrder) => expirationTime ?? Number.POSITIVE_INFINITY

/** What runs and what has just ended, the one that ends first above; rendered by the component that counts the seconds. */
const shownOf = (orders: readonly OptionOrder[]) =>
  orders
    .filter((order) => !isSettled(order.status) || isJustEnded(order, productNow()))
    .toSorted((a, b) => endOf(a) - endOf(b))

/** The running orders of an instrument at its ticket: a card under it, on a phone one line above the buttons. */
export function RunningColumn({ orders, onOpen }: ColumnProps) {
  const t = useTranslations('running')
  const mobile = useLayout() === 'mobile'
  const [all, setAll] = useState(false)
  const shown = shownOf(orders)
  const [first] = shown
  if (!first) return null
  const running = shown.filter(({ status }) => !isSettled(status)).length
  if (mobile)
    return (
      <div data-running className="-mx-4 mb-2 max-h-[50dvh] overflow-y-auto border-b border-line px-4 pb-2">
        <ul className="divide-y divide-line">
          {(all ? shown : [first]).map((order) => (
            <li key={order.id} className="py-1">
              <RunningOrder order={order} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        {shown.length > 1 && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="min-h-11 text-13 font-600 text-accent-text"
          >
            {t(all ? 'fewer' : running === shown.length ? 'count' : 'all', { count: shown.length })}
          </button>
        )}
      </div>
    )
  return (
    <section
      data-running
      aria-label={t('count', { count: running })}
      className="sticky bottom-0 mt-3 max-h-80 overflow-y-auto rounded-card bg-surface ring-1 ring-line"
    >
      <ul className="divide-y divide-line">
        {shown.map((order) => (
          <li key={order.id} className="px-4 py-3">
            <RunningOrder order={order} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
