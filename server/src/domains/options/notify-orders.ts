import { entryDelayMs, entryLimitMs } from '@evenhand/proofs/settle.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { NotificationEvent, Notices, OrderEvent } from '../notices/index.ts'
import type { Markets } from '../markets/index.ts'
import type { OptionsDeps, Order } from './index.ts'

type Params = { markets: Markets; notices: Pick<Notices, 'publish' | 'notify'> }
type Settled = Parameters<NonNullable<OptionsDeps['settled']>>[0][number]

/** Orders that are watched for their entry at once; of more than these, open pages hear the result alone. */
const maxWaiting = 20_000

/** Hands what happens to orders to the customers they belong to: to open pages at once, results as notices too. */
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
      notices.notify(orders.map((order) => resultOf(order, codes.get(order.instrumentId) ?? '')))
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
    // After a silence the newest tick is too late to be an entry: the order is void, which its result tells.
    else if (tick.ts <= order.acceptedAt + entryLimitMs) entered.push(order)
  }
  return { entered, left }
}

const usdt = (units: bigint): string => formatUnits(units, 6, 2)

function resultOf(
  { accountId, id, mode, direction, stake, status, gain, voidReason }: Settled,
  code: string,
): NotificationEvent {
  const order = { orderId: id, mode, code, direction, stake: usdt(stake) }
  return status === 'VOID'
    ? { accountId, template: 'option.void', params: { ...order, reason: voidReason ?? '' }, ref: id }
    : { accountId, template: 'option.result', params: { ...order, status, profit: usdt(gain) }, ref: id }
}
