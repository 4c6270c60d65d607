import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { everySecond } from '../../lib/second.ts'
import { Countdown } from './order-parts.tsx'
import { shareLeft } from './running-outcome.ts'

/** The time an order has left, as a bar that empties towards its end and in minutes and seconds. */
export function TimeBar({ order }: { order: OptionOrder }) {
  const read = useCallback(() => Math.round(shareLeft(order, productNow()) * 1000), [order])
  const left = useSyncExternalStore(everySecond, read, read)
  return (
    <span className="flex min-w-24 grow items-center gap-2">
      <span aria-hidden="true" dir="ltr" className="h-1.5 grow overflow-hidden rounded-full bg-line">
        <span
          className="block h-full origin-left bg-accent motion-safe:transition-transform motion-safe:duration-1000 motion-safe:ease-linear"
          style={{ transform: `scaleX(${left / 1000})` }}
        />
      </span>
      {order.expirationTime !== null && <Countdown to={order.expirationTime} className="text-13 font-600" />}
    </span>
  )
}
