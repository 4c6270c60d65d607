import { formatUnits } from '@evenhand/protocol/money.ts'
import { sqlList } from '../../kernel/db/sql-list.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import type { Log } from '../../kernel/log.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import type { Markets } from '../markets/index.ts'
import type { NotificationEvent, Notices } from '../notices/index.ts'
import type { SettledOrder } from './options.deps.ts'
import { ordersByIds } from './options.store.ts'

/** Orders that one statement settled; written by `options.settle`, the id of an order at the index of its account. */
type OptionsSettled = { readonly accounts: readonly string[]; readonly ids: readonly string[] }

type Params = {
  db: OutboxDb
  log: Log
  markets: Pick<Markets, 'instruments'>
  notices: Pick<Notices, 'write'>
}

/** Writes the notice of every result: it is published with the result, so no end of a process loses it. */
export function resultNotices({ db, log, markets, notices }: Params): Subscription {
  const codes = new Map(markets.instruments().map(({ id, code }) => [id, code]))
  return createSubscription<OptionsSettled>(
    { db, log },
    {
      name: 'options.notices',
      type: 'options.settled',
      // One event has thousands of orders.
      batch: 1,
      async handle(tx, events) {
        const orders = await ordersByIds(tx as never, {
          accounts: sqlList(events.flatMap(({ payload }) => payload.accounts.map(BigInt))),
          ids: sqlList(events.flatMap(({ payload }) => payload.ids)),
        })
        return notices.write(
          tx as never,
          orders.map((order) => resultOf(order, codes.get(order.instrumentId) ?? '')),
        )
      },
    },
  )
}

const usdt = (units: bigint): string => formatUnits(units, 6, 2)

function resultOf(settled: SettledOrder, code: string): NotificationEvent {
  const { accountId, id, mode, direction, stake, status, gain, voidReason } = settled
  const order = { orderId: id, mode, code, direction, stake: usdt(stake) }
  if (status !== 'VOID') {
    return { accountId, template: 'option.result', params: { ...order, status, profit: usdt(gain) }, ref: id }
  }
  invariant(voidReason, 'a void order has its reason')
  return { accountId, template: 'option.void', params: { ...order, reason: voidReason }, ref: id }
}
