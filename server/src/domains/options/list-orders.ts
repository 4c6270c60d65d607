import type { getOptionsOrderById, listOptionsOrder } from '@evenhand/protocol/options.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { entryOf } from '@evenhand/proofs/settle.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { entryTicks, termsOf, type Known } from './decide-orders.ts'
import type { Order, OptionsDeps, SettledOrder } from './options.deps.ts'
import { findOrder, isSettled, listOrders } from './options.store.ts'
import { viewOrder } from './view-order.ts'

const wholeList = 100

/** Orders as the wire shows them; the entry ticks of those that run are read from the record for all of them at once. */
async function viewOrders(orders: readonly (Order | SettledOrder)[], known: Known) {
  const running = orders.filter((order) => !isSettled(order))
  const ticks = await entryTicks(running, known)
  const entries = new Map(running.map((order, index) => [order.id, entryOf(termsOf(order), ticks[index] ?? [])]))
  return orders.map((order) =>
    viewOrder(order, { instrument: known.instrumentOf(order.instrumentId), entry: entries.get(order.id) }),
  )
}

/** The caller's orders of one account, newest first; without a page the newest hundred. */
export async function list(deps: OptionsDeps & Known, request: z.output<typeof listOptionsOrder.request>, call: Call) {
  const size = request.size ?? (request.page === undefined ? wholeList : 20)
  const page = request.page ?? 1
  const instrument = request.code === undefined ? undefined : deps.markets.instrument(request.code)
  if (request.code !== undefined && instrument === undefined)
    return request.page === undefined ? [] : { rows: [], total: 0, page, size }
  const { orders, total } = await listOrders(deps.db, {
    accountId: call.session.accountId,
    mode: call.mode,
    status: request.status,
    instrumentId: instrument?.id,
    from: request.from,
    to: request.to,
    limit: size,
    offset: (page - 1) * size,
  })
  const rows = await viewOrders(orders, deps)
  return request.page === undefined ? rows : { rows, total, page, size }
}

/** One order with its receipt and the recorded ticks around its entry and exit. */
export async function byId(
  deps: OptionsDeps & Known,
  request: z.output<typeof getOptionsOrderById.request>,
  call: Call,
) {
  const order = await ownOrder(deps, request.id, call)
  if (order.mode !== call.mode) throw refuse('modeMismatch')
  const instrument = deps.instrumentOf(order.instrumentId)
  const windows = [{ code: instrument.code, from: order.acceptedAt, to: order.acceptedAt + 6_000 }]
  if (isSettled(order) && order.expiresAt !== null)
    windows.push({ code: instrument.code, from: order.expiresAt - 5_000, to: order.expiresAt + 2_000 })
  const [[view], ticks, receipt] = await Promise.all([
    viewOrders([order], deps),
    deps.markets.ticks(windows),
    deps.receiptDocument({ accountId: order.accountId, orderId: order.id }),
  ])
  if (view === undefined) throw refuse('notFound')
  const shown = ticks
    .flat()
    .map((tick) => ({ seq: tick.seq, ts: tick.ts, price: formatUnits(tick.price, instrument.precision) }))
  return { order: view, receipt, ticks: shown }
}

async function ownOrder(deps: OptionsDeps, id: string, call: Call): Promise<Order | SettledOrder> {
  const order = await findOrder(deps.db, { accountId: call.session.accountId, id })
  if (order === undefined) throw refuse('notFound')
  return order
}
