import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import type { DecidingTick, Order, Sale, SettledOrder } from './options.deps.ts'

type OrderRow = {
  account_id: bigint
  id: string
  order_no: bigint
  asset: number
  instrument_id: number
  direction: number
  stake: bigint
  payout_ppm: number
  limit_time: number
  accepted_at: Date
  seen_seq: bigint
  feed_kind: string
  batch_id: string
  batch_index: number
}
type SettledRow = OrderRow & {
  status: SettledOrder['status']
  void_reason: SettledOrder['voidReason']
  gain: bigint
  entry_seq: bigint | null
  entry_ts: Date | null
  entry_price: bigint | null
  exit_seq: bigint | null
  exit_ts: Date | null
  exit_price: bigint | null
  expires_at: Date | null
  sale: Sale | null
  entry_no: bigint | null
  settled_at: Date
}

export const assetOfMode = { real: 1, virtual: 2 } as const

const orderOf = (row: OrderRow): Order => ({
  accountId: row.account_id,
  id: row.id,
  orderNo: row.order_no,
  mode: row.asset === 2 ? 'virtual' : 'real',
  instrumentId: row.instrument_id,
  direction: row.direction === 1 ? 'UP' : 'DOWN',
  stake: row.stake,
  payoutPpm: BigInt(row.payout_ppm),
  limitTime: row.limit_time,
  acceptedAt: msOf(row.accepted_at),
  seenSeq: Number(row.seen_seq),
  feedKind: row.feed_kind as FeedKind,
  batchId: row.batch_id,
  batchIndex: row.batch_index,
})

const tickOf = (seq: bigint | null, ts: Date | null, price: bigint | null): DecidingTick | null =>
  seq === null || ts === null || price === null ? null : { seq: Number(seq), ts: msOf(ts), price }

const settledOf = (row: SettledRow): SettledOrder => ({
  ...orderOf(row),
  status: row.status,
  voidReason: row.void_reason,
  gain: row.gain,
  entry: tickOf(row.entry_seq, row.entry_ts, row.entry_price),
  exit: tickOf(row.exit_seq, row.exit_ts, row.exit_price),
  expiresAt: row.expires_at === null ? null : msOf(row.expires_at),
  sale: row.sale,
  entryNo: row.entry_no,
  settledAt: msOf(row.settled_at),
})

/** Whether an order has its result. */
export const isSettled = (order: Order | SettledOrder): order is SettledOrder => 'settledAt' in order

/** Reads both tables as they stood at one moment, so that an order which settles meanwhile is in exactly one of them. */
const inOneSnapshot = <R>(db: Db<'options'>, read: (tx: Db<'options'>) => Promise<R>): Promise<R> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** One order of this customer, open or settled. */
export async function findOrder(
  db: Db<'options'>,
  params: { accountId: bigint; id: string },
): Promise<Order | SettledOrder | undefined> {
  const [open, settled] = await inOneSnapshot(db, async (tx) => {
    const first =
      await sql<OrderRow>`select * from options.open_orders where account_id = ${params.accountId} and id = ${params.id}::uuid`.execute(
        tx,
      )
    const second =
      await sql<SettledRow>`select * from options.orders where account_id = ${params.accountId} and id = ${params.id}::uuid`.execute(
        tx,
      )
    return [first.rows[0], second.rows[0]] as const
  })
  if (settled !== undefined) return settledOf(settled)
  return open === undefined ? undefined : orderOf(open)
}

/** How many orders a customer has open on an account. */
export async function openCount(db: Db<'options'>, params: Pick<ListParams, 'accountId' | 'mode'>): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from options.open_orders
    where account_id = ${params.accountId} and asset = ${assetOfMode[params.mode]}::smallint`.execute(db)
  return rows[0]?.open ?? 0
}

export type ListParams = {
  accountId: bigint
  mode: 'virtual' | 'real'
  status: 'open' | 'closed' | undefined
  instrumentId: number | undefined
  from: number | undefined
  to: number | undefined
  limit: number
  offset: number
}

/** A page of a customer's orders, newest first: what is open, then what is settled; with the count of all. */
export async function listOrders(
  db: Db<'options'>,
  params: ListParams,
): Promise<{ orders: (Order | SettledOrder)[]; total: number }> {
  const filter = sql`account_id = ${params.accountId} and asset = ${assetOfMode[params.mode]}::smallint
    and (${params.instrumentId ?? null}::int is null or instrument_id = ${params.instrumentId ?? null}::int)
    and accepted_at >= ${dateOf(params.from ?? 0)} and accepted_at <= ${dateOf(params.to ?? 9_999_999_999_999)}`
  const countOf = sql<{ open: number; settled: number }>`
    select (select count(*)::int from options.open_orders where ${filter}) as open,
      (select count(*)::int from options.orders where ${filter}) as settled`
  return inOneSnapshot(db, async (tx) => {
    const counts = (await countOf.execute(tx)).rows[0]
    const open = params.status === 'closed' ? 0 : (counts?.open ?? 0)
    const settled = params.status === 'open' ? 0 : (counts?.settled ?? 0)
    const orders: (Order | SettledOrder)[] = []
    if (params.offset < open) {
      const { rows } = await sql<OrderRow>`
        select * from options.open_orders where ${filter} order by id desc limit ${params.limit} offset ${params.offset}`.execute(
        tx,
      )
      orders.push(...rows.map(orderOf))
    }
    if (settled > 0 && orders.length < params.limit) {
      const { rows } = await sql<SettledRow>`
        select * from options.orders where ${filter} order by id desc
        limit ${params.limit - orders.length} offset ${Math.max(0, params.offset - open)}`.execute(tx)
      orders.push(...rows.map(settledOf))
    }
    return { orders, total: open + settled }
  })
}

/** When the next orders can have expired, epoch ms, the earliest first; those of one second count once. */
export async function dueTimes(db: Db<'options'>, params: { until: number; limit: number }): Promise<number[]> {
  const { rows } = await sql<{ due: Date }>`
    select distinct date_trunc('second', due_from) as due from options.open_orders
    where due_from <= ${dateOf(params.until)} order by 1 limit ${params.limit}`.execute(db)
  return rows.map(({ due }) => msOf(due))
}

/** Open orders accepted in a span of time on some instruments, found by when they can expire. */
export async function ordersAcceptedIn(
  db: Db<'options'>,
  params: { from: number; to: number; limitTimes: readonly number[]; instrumentIds: readonly number[] | undefined },
): Promise<Order[]> {
  const rows = await sql<OrderRow>`
    select o.* from unnest(${[...params.limitTimes]}::int[]) as term(seconds)
    join options.open_orders o on o.limit_time = term.seconds
      and o.due_from > ${dateOf(params.from)}::timestamptz + make_interval(secs => term.seconds + 0.5)
      and o.due_from <= ${dateOf(params.to)}::timestamptz + make_interval(secs => term.seconds + 0.5)
    where ${params.instrumentIds === undefined} or o.instrument_id = any (${[...(params.instrumentIds ?? [])]}::int[])`.execute(
    db,
  )
  return rows.rows.map(orderOf)
}

export type BatchRow = {
  id: string
  acceptedAt: number
  paramsVersion: number
  headSize: bigint
  headRoot: string
  keyId: string
  root: Buffer
  signature: Buffer
  leaves: Buffer
}

/** The signed batch an order's receipt belongs to. */
export async function batchOf(db: Db<'options'>, id: string): Promise<BatchRow> {
  const rows = await sql<{
    id: string
    accepted_at: Date
    params_version: number
    head_size: bigint
    head_root: string
    key_id: string
    root: Buffer
    signature: Buffer
    leaves: Buffer
  }>`select * from options.batches where id = ${id}::uuid`.execute(db)
  const row = rows.rows[0]
  if (row === undefined) throw new Error(`no batch ${id}`)
  return {
    id: row.id,
    acceptedAt: msOf(row.accepted_at),
    paramsVersion: row.params_version,
    headSize: row.head_size,
    headRoot: row.head_root,
    keyId: row.key_id,
    root: row.root,
    signature: row.signature,
    leaves: row.leaves,
  }
}

/** Settled orders of a span of time in the order they were settled, after a position in it. */
export async function settledPage(
  db: Db<'options'>,
  params: { from: Date; to: Date; after: { settledAt: number; orderId: string } | null; limit: number },
): Promise<SettledOrder[]> {
  const after = params.after ?? { settledAt: 0, orderId: '00000000-0000-0000-0000-000000000000' }
  const rows = await sql<SettledRow>`
    select * from options.orders
    where settled_at >= ${params.from} and settled_at < ${params.to} and (settled_at, id) > (${dateOf(after.settledAt)}, ${after.orderId}::uuid)
    order by settled_at, id limit ${params.limit}`.execute(db)
  return rows.rows.map(settledOf)
}

/** Settled orders by their accounts and ids, two lists of one length (sql-list.ts); what is not settled is left out. */
export async function ordersByIds(
  db: Db<'options'>,
  params: { accounts: string; ids: string },
): Promise<SettledOrder[]> {
  const rows = await sql<SettledRow>`
    select o.* from unnest(${params.accounts}::bigint[], ${params.ids}::uuid[]) as named(account_id, id)
    join options.orders o using (account_id, id)`.execute(db)
  return rows.rows.map(settledOf)
}

/** Open orders after one of them, in the order of account and id. */
export async function openPage(
  db: Db<'options'>,
  params: { after: { accountId: bigint; orderId: string } | null; limit: number },
): Promise<Order[]> {
  const after = params.after ?? { accountId: 0n, orderId: '00000000-0000-0000-0000-000000000000' }
  const rows = await sql<OrderRow>`
    select * from options.open_orders where (account_id, id) > (${after.accountId}, ${after.orderId}::uuid)
    order by account_id, id limit ${params.limit}`.execute(db)
  return rows.rows.map(orderOf)
}

/** Stakes of real orders accepted since a time, without those that became void, in smallest units. An order settles after it was accepted, if ever. */
export const realStake = (db: Db<'options'>): FigureSource =>
  figureSource(
    db,
    `with since as (select to_timestamp($1::float8 / 1000) as at)
select (coalesce((select sum(stake) from options.open_orders, since where asset = 1 and accepted_at >= since.at), 0)
  + coalesce((select sum(stake) from options.orders, since
      where asset = 1 and settled_at >= since.at and accepted_at >= since.at and status <> 'VOID'), 0))::text as value`,
  )

/** When the newest order was accepted, of the last hundred batches; undefined where there is none. */
export async function lastAcceptedAt(db: Db<'options'>): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(accepted_at) as at from options.batches
    where seq > (select coalesce(max(seq), 0) - 100 from options.batches)`.execute(db)
  const at = rows[0]?.at
  return at == null ? undefined : msOf(at)
}
