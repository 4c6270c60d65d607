import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useSyncExternalStore } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { everySecond } from '../../lib/second.ts'
import { countdown } from './order-words.ts'

const second = () => Math.floor(productNow() / 1000)

/** What the chart draws of running orders: entry, direction, end, and the time left, which goes down by the second. */
export function useOrderMarks(orders: readonly OptionOrder[]) {
  useSyncExternalStore(everySecond, second, second)
  return orders
    .filter((order) => !isSettled(order.status))
    .map((order) => ({
      id: order.id,
      direction: order.direction,
      from: order.openTime ?? order.acceptedAt,
      label: order.expirationTime === null ? '' : countdown(order.expirationTime - productNow()),
      ...(order.openPrice === null ? {} : { price: order.openPrice }),
      ...(order.expirationTime === null ? {} : { until: order.expirationTime }),
    }))
}
