import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import type { FeedState } from '../../feed/price-socket.ts'

type Timed = Pick<OptionOrder, 'status' | 'acceptedAt' | 'expirationTime'>

const slowMs = 30_000
/** What the customers' socket pushes is polled only so seldom, in case that a message was lost. */
const receivedSlowMs = 300_000
const receivedLateMs = 3000
/** A result is decided by the first tick after expiry: ticks come each second, and 0.3 s later it is settled. */
const afterExpiryMs = 1200

/**
 * How long to wait before requesting an order again, in milliseconds; false when nothing more will happen to it. Often
 * around entry and expiry, seldom in between, and ever more seldom when a response stays out. `received`: entry and result
 * are pushed, and polled only when no message of them came.
 */
export function nextPollMs(order: Timed, now: number, received: boolean): number | false {
  if (isSettled(order.status)) return false
  if (received) return checkMs(order, now)
  if (order.status === 'ACCEPTED' || order.expirationTime === null) return slowing(now - order.acceptedAt, 500)
  const left = order.expirationTime + afterExpiryMs - now
  if (left > 0) return Math.min(slowMs, Math.max(100, left))
  return slowing(-left, 400)
}

function checkMs({ expirationTime, acceptedAt }: Timed, now: number): number {
  if (expirationTime === null) return slowing(now - acceptedAt, receivedLateMs)
  const left = expirationTime + afterExpiryMs + receivedLateMs - now
  return left > 0 ? Math.min(receivedSlowMs, Math.max(receivedLateMs, left)) : slowing(-left, receivedLateMs)
}

/** `first` for ten seconds, then three seconds, after two minutes half a minute. */
const slowing = (waitedMs: number, first: number): number =>
  waitedMs < 10_000 ? first : waitedMs < 120_000 ? 3000 : slowMs

/** The window of an early sale, epoch milliseconds; undefined when the order's limit time has none or it has not entered. */
export function saleWindow(order: Pick<OptionOrder, 'status' | 'earlySale' | 'openTime' | 'expirationTime'>) {
  if (!order.earlySale || order.status !== 'OPEN' || order.openTime === null || order.expirationTime === null)
    return undefined
  return { from: order.openTime + saleMarginMs, to: order.expirationTime - saleMarginMs }
}

type PriceState = {
  readonly feed: FeedState['kind']
  /** Whether any price of the instrument is known. */
  readonly isKnown: boolean
  readonly isStale: boolean
}

/** Why no sale can be computed now, by the state of the line to the prices; undefined while there is a new price. */
export function missingPriceOf({ feed, isKnown, isStale }: PriceState): 'offline' | 'connecting' | 'stale' | undefined {
  if (feed === 'offline') return feed
  if (isKnown && !isStale) return undefined
  return feed === 'connecting' ? feed : 'stale'
}

/** No early sale within this of entry or of expiry (options.md, early sale). */
const saleMarginMs = 15_000
