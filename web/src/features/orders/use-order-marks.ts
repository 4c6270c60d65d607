import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useSyncExternalStore } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { everySecond } from '../../lib/second.ts'
import { countdown } from './order-words.ts'

const second = () => Math.floor(productNow() / 1000)
const never = () => 0

const markOf = (order: OptionOrder) => ({
  id: order.id,
  direction: order.direction,
  from: order.openTime ?? order.acceptedAt,
  label: order.expirationTime === null ? '' : countdown(order.expirationTime - productNow()),
  ...(order.openPrice === null ? {} : { price: order.openPrice }),
  ...(order.expirationTime === null ? {} : { until: order.expirationTime }),
})
const none: readonly ReturnType<typeof markOf>[] = []

/** What the chart draws of running orders: entry, direction, end, and the time left, which goes down by the second. */
export function useOrderMarks(orders: readonly OptionOrder[]) {
  const running = orders.filter((order) => !isSettled(order.status))
  // Without a running order nothing counts down, and the chart is left alone.
  const read = running.length === 0 ? never : second
  useSyncExternalStore(everySecond, read, read)
  return running.length === 0 ? none : running.map(markOf)
}
