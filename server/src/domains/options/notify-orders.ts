import { entryDelayMs, entryLimitMs } from '@evenhand/proofs/settle.ts'
import type { Notices, OrderEvent } from '../notices/index.ts'
import type { Markets } from '../markets/index.ts'
import type { OptionsDeps, Order } from './index.ts'

type Params = { markets: Markets; notices: Pick<Notices, 'publish'> }

/** Orders that are watched for their entry at once; of more than these, open pages receive the result alone. */
const maxWaiting = 20_000

/** Publishes what happens to orders to the open pages of their customers: a hint that is lost with the process. */
export function notifyOrders({ markets, notices }: Params): Required<Pick<OptionsDeps, 'placed' | 'settled'>> {
  const codes = new Map(markets.instruments().map(({ id, code }) => [id, code]))
  let waiting: Order[] = []
  markets.onTicks(() => {
    const { entered, left } = sorted(waiting, (order) => markets.latest(codes.get(order.instrumentId) ?? ''))
    waiting = left
    notices.publish(entered.map((order) => ({ what: 'order', ...named(order), now: 'ENTERED' })))
  })
  return {
    placed(order) {
      if (waiting.length < maxWaiting) waiting.push(order)
      notices.publish([{ what: 'order', ...named(order), now: 'PLACED' }])
    },
    settled(orders) {
      notices.publish(orders.map((order) => ({ what: 'order', ...named(order), now: order.status as OrderEvent })))
    },
  }
}

const named = ({ accountId, id, mode }: Pick<Order, 'accountId' | 'id' | 'mode'>) => ({ accountId, id, mode })

/** Which orders have an entry by the newest tick of their instrument, and which may still get one. */
function sorted(orders: readonly Order[], latest: (order: Order) => { ts: number; seq: number } | undefined) {
  const entered: Order[] = []
  const left: Order[] = []
  for (const order of orders) {
    const tick = latest(order)
    const hasTick = tick !== undefined && tick.ts >= order.acceptedAt + entryDelayMs && tick.seq > order.seenSeq
    if (!hasTick) left.push(order)
    // After a silence the newest tick is too late to be an entry: the order is void, according to its result.
    else if (tick.ts <= order.acceptedAt + entryLimitMs) entered.push(order)
  }
  return { entered, left }
}
