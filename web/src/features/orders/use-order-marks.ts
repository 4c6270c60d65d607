import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useSyncExternalStore } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { formatAmount, signOf } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'
import { countdown } from './order-words.ts'

/** So long after its end an order still stands on the chart by itself. */
export const markedAfterMs = 30_000
/** Orders up to this long are followed second by second, in seconds. */
const longestInSeconds = 300

const second = () => Math.floor(productNow() / 1000)
const never = () => 0

const endOf = ({ closeTime, expirationTime, acceptedAt }: OptionOrder) => closeTime ?? expirationTime ?? acceptedAt

/** Whether an order has ended so lately that it still stands on the chart. */
export const isJustEnded = (order: OptionOrder, now: number): boolean =>
  isSettled(order.status) && now - endOf(order) < markedAfterMs

const labelOf = (order: OptionOrder): string => {
  if (isSettled(order.status)) return `${signOf(order.profit) === 1 ? '+' : ''}${formatAmount(order.profit)}`
  return order.expirationTime === null ? '' : countdown(order.expirationTime - productNow())
}

const markOf = (order: OptionOrder) => ({
  id: order.id,
  direction: order.direction,
  from: order.openTime ?? order.acceptedAt,
  label: labelOf(order),
  ...(order.openPrice === null ? {} : { price: order.openPrice }),
  ...(order.expirationTime === null ? {} : { until: order.expirationTime }),
  ...(isSettled(order.status) && order.closePrice !== null && order.closeTime !== null
    ? { end: { ts: order.closeTime, price: order.closePrice } }
    : {}),
})

/** What of a moment is shown: the order to which the chart turns by itself, from its entry to its end. */
function focusOf(orders: readonly OptionOrder[]) {
  const short = orders.filter(({ limitTime }) => limitTime <= longestInSeconds)
  const running = short.filter(({ status }) => !isSettled(status))
  const [first] = (running.length > 0 ? running : short).toSorted((a, b) => endOf(a) - endOf(b))
  if (!first) return undefined
  const from = first.openTime ?? first.acceptedAt
  return { id: first.id, from, until: first.expirationTime ?? from + first.limitTime * 1000 }
}

type Marked = { marks: readonly ReturnType<typeof markOf>[]; focus: ReturnType<typeof focusOf> }
const none: Marked = { marks: [], focus: undefined }

/**
 * What the chart draws of orders: entry, direction, end, and the time left, which goes down by the second; ended ones for
 * another 30 s with their result, and those of `older` for as long as they are requested.
 */
export function useOrderMarks(orders: readonly OptionOrder[], older: readonly OptionOrder[]): Marked {
  const now = productNow()
  const shown = orders.filter((order) => !isSettled(order.status) || isJustEnded(order, now))
  // Without such an order nothing counts down, and the chart is left alone.
  const read = shown.length === 0 ? never : second
  useSyncExternalStore(everySecond, read, read)
  if (shown.length === 0 && older.length === 0) return none
  const ids = new Set(shown.map(({ id }) => id))
  const rest = older.filter(({ id, openPrice }) => !ids.has(id) && openPrice !== null)
  return { marks: [...shown, ...rest].filter(({ status }) => status !== 'VOID').map(markOf), focus: focusOf(shown) }
}
