import { entryOf, type TickRecord } from '@evenhand/proofs/settle.ts'
import { entryWindow, exitWindow, settlementOf, type SaleFacts } from '@evenhand/proofs/receipt-settlement.ts'
import type { Receipt, ReceiptSettlement } from '@evenhand/proofs/receipt.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { termsOf, type Known } from './decide-orders.ts'
import { acceptanceReceipt } from './idempotent-replay.ts'
import type { DecidingTick, RecordDeps, SettledOrder } from './options.deps.ts'
import { findOrder, isSettled, openPage, settledPage } from './options.store.ts'
import { orderNoText } from './view-order.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'

/** Committed batches after a position in their order. What is on its way below them is the log's own matter. */
export async function batchesToSeal(
  { db }: RecordDeps,
  params: { after: bigint; limit: number },
): Promise<{ seq: bigint; root: string }[]> {
  const rows = await sql<{ seq: bigint; root: Buffer }>`
    select seq, root from options.batches where seq > ${params.after} order by seq limit ${params.limit}`.execute(db)
  return rows.rows.map((row) => ({ seq: row.seq, root: row.root.toString('hex') }))
}

export type ReceiptParts = { receipt: Receipt; batchSeq: bigint; settlement: ReceiptSettlement | null }

/** An order's receipt, the position of its batch, and what decided it, computed again from the record; undefined for another's. */
export async function receiptParts(
  deps: RecordDeps & Known,
  params: { accountId: bigint; orderId: string },
): Promise<ReceiptParts | undefined> {
  const order = await findOrder(deps.db, { accountId: params.accountId, id: params.orderId })
  if (order === undefined) return undefined
  const receipt = await acceptanceReceipt(deps, order)
  const batch = await sql<{
    seq: bigint
  }>`select seq from options.batches where id = ${order.batchId}::uuid`.execute(deps.db)
  const batchSeq = batch.rows[0]?.seq ?? 0n
  return { receipt, batchSeq, settlement: isSettled(order) ? await settlementPart(deps, order, receipt) : null }
}

/** The ticks of a window, with the one that decided in its place when the record does not keep that long. */
function withKept(ticks: readonly TickRecord[], kept: DecidingTick | null, feedKind: string): readonly TickRecord[] {
  if (kept === null || ticks.some(({ seq }) => seq === kept.seq)) return ticks
  return [...ticks, { ...kept, late: false, feedKind }].toSorted((a, b) => a.seq - b.seq)
}

async function settlementPart(
  deps: RecordDeps & Known,
  order: SettledOrder,
  receipt: Receipt,
): Promise<ReceiptSettlement> {
  const { code, precision } = deps.instrumentOf(order.instrumentId)
  const read = async (
    window: { from: number; to: number },
    kept: DecidingTick | null,
  ): Promise<readonly TickRecord[]> =>
    withKept((await deps.markets.ticks([{ code, ...window }]))[0] ?? [], kept, order.feedKind)
  const terms = termsOf(order)
  const entryTicks = await read(entryWindow(terms), order.entry)
  const entry = entryOf(
    terms,
    entryTicks.filter((tick) => tick.seq > terms.seenSeq),
  )
  const sold = order.status === 'SOLD' && order.sale !== null ? order.sale : null
  const expiresAt = entry === undefined ? undefined : entry.ts + order.limitTime * 1000
  const soldAt = sold === null ? null : { ...sold.tick, price: parseUnits(sold.tick.price, precision) ?? 0n }
  return settlementOf({
    order: receipt.order,
    entryTicks,
    exitTicks: expiresAt === undefined || sold !== null ? [] : await read(exitWindow(expiresAt), order.exit),
    sale: sold === null ? null : { ...saleFacts(sold), ticks: await read(entryWindow(sold), soldAt) },
    entrySeq: order.entryNo === null ? null : Number(order.entryNo),
    decidedAt: order.settledAt,
  })
}

/** A page of open orders with the receipts that their rows and batches come to; `lost` states why one cannot be written. */
export async function openReceipts(
  deps: RecordDeps,
  page: { after: { accountId: bigint; orderId: string } | null; limit: number },
): Promise<{ accountId: bigint; orderId: string; orderNo: string; receipt: Receipt | null; lost: string }[]> {
  return Promise.all(
    (await openPage(deps.db, page)).map(async (order) => {
      const params = { accountId: order.accountId, orderId: order.id, orderNo: orderNoText(order.orderNo) }
      return acceptanceReceipt(deps, order).then(
        (receipt) => ({ ...params, receipt, lost: '' }),
        (cause: unknown) => ({ ...params, receipt: null, lost: String(cause) }),
      )
    }),
  )
}

export type ReplayPage = {
  from: number
  to: number
  after: { settledAt: number; orderId: string } | null
  limit: number
}

/** A page of settled orders as a replay compares them: the receipt, and what was decided and paid. */
export async function settledOrders(deps: RecordDeps, page: ReplayPage) {
  const orders = await settledPage(deps.db, {
    from: dateOf(page.from),
    to: dateOf(page.to),
    after: page.after,
    limit: page.limit,
  })
  const entries = await deps.ledger.entries(orders.flatMap(({ entryNo }) => (entryNo === null ? [] : [entryNo])))
  const paidFor = ({ id, accountId, entryNo }: SettledOrder): bigint | null => {
    if (entryNo === null) return 0n
    const entry = entries.get(entryNo)
    return entry?.ref === id && entry.owner === accountId ? entry.units : null
  }
  return Promise.all(
    orders.map(async (order) => ({
      receipt: await acceptanceReceipt(deps, order),
      settledAt: order.settledAt,
      status: order.status,
      voidReason: order.voidReason,
      gain: order.gain,
      paid: paidFor(order),
      entry: order.entry,
      exit: order.exit,
      sale: order.sale === null ? null : saleFacts(order.sale),
    })),
  )
}

const saleFacts = (sale: NonNullable<SettledOrder['sale']>): Omit<SaleFacts, 'ticks'> & { price: bigint } => ({
  acceptedAt: sale.acceptedAt,
  seenSeq: sale.seenSeq,
  sigma: sale.sigma,
  price: parseUnits(sale.price, 6) ?? 0n,
})
