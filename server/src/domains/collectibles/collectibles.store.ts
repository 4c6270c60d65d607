import type { CollectibleStatus } from '@evenhand/protocol/states.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { Bidder, CollectiblesDb, Item } from './collectibles.deps.ts'

type Times = 'startAt' | 'endAt' | 'lastAt' | 'createdAt' | 'soldAt' | 'offeredAt'
type ItemRow = Omit<Item, Times> & {
  startAt: Date | null
  endAt: Date | null
  lastAt: Date
  createdAt: Date
  soldAt: Date | null
  offeredAt: Date | null
}

const columns = (
  now: number | undefined,
) => sql`i.id, w.titles, w.creator, w.is_generated as "isGenerated", encode(w.image_hash, 'hex') as "imageHash",
  w.id as "workId", i.charity_id as "charityId", c.name as charity, c.country as "charityCountry", i.sale_mode as "saleMode",
  i.start_price as "startPrice", i.price, i.status, i.start_at as "startAt", i.end_at as "endAt",
  i.extended_count as "extendedCount", i.current_bid as "currentBid", i.leader, i.bidders, i.bids, i.last_at as "lastAt",
  i.chain, i.address, i.token_id as "tokenId", i.created_by as "createdBy", i.created_at as "createdAt",
  s.price as "soldPrice", s.at as "soldAt", s.owner, t.transfers, t.donated,
  case when ${isResaleOn(now)} then o.price end as "offerPrice", case when ${isResaleOn(now)} then o.at end as "offeredAt"`
const tables = sql`collectibles.items i join collectibles.works w on w.id = i.work_id
  join collectibles.charities c on c.id = i.charity_id left join collectibles.sales s on s.item_id = i.id
  left join collectibles.offers_on_sale o on o.item_id = i.id
  cross join lateral (select count(*)::int as transfers, coalesce(sum(h.donated), 0)::bigint as donated
    from collectibles.ownerships h where h.item_id = i.id) t`

/** Whether resale is on at a time, read once a statement. */
function isResaleOn(now: number | undefined): Fragment {
  return now === undefined ? sql`false` : sql`(select operators.is_resale_on(${dateOf(now)}))`
}

const msOrNull = (at: Date | null): number | null => (at === null ? null : msOf(at))
const itemOf = (row: ItemRow): Item => ({
  ...row,
  startAt: msOrNull(row.startAt),
  endAt: msOrNull(row.endAt),
  lastAt: msOf(row.lastAt),
  createdAt: msOf(row.createdAt),
  soldAt: msOrNull(row.soldAt),
  offeredAt: msOrNull(row.offeredAt),
})

/** Collectibles that meet a condition over `i`, `w`, `c`, `s` and `o`, in an order; with offers of owners where resale is on `now`. */
export async function itemsWhere(
  db: CollectiblesDb,
  {
    where,
    order,
    limit,
    offset = 0,
    now,
  }: { where: Fragment; order: Fragment; limit: number; offset?: number; now?: number },
): Promise<Item[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns(now)} from ${tables} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(itemOf)
}

/** How many collectibles meet a condition. */
export async function countItems(db: CollectiblesDb, where: Fragment): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${tables} where ${where}`.execute(db)
  return rows[0]?.n ?? 0
}

/** One collectible, listed or not; undefined where there is none. */
export async function findItem(db: CollectiblesDb, id: string, now?: number): Promise<Item | undefined> {
  const [item] = await itemsWhere(db, { where: sql`i.id = ${id}`, order: sql`i.id`, limit: 1, ...(now && { now }) })
  return item
}

/** Locks a collectible until the transaction ends, its auction opened where its start has come. */
export async function lockItem(tx: CollectiblesDb, id: string, now: number): Promise<Item | undefined> {
  await sql`select from collectibles.lock_item(${id}, ${dateOf(now)})`.execute(tx)
  return findItem(tx, id, now)
}

type BidderRow = Omit<Bidder, 'at'> & { at: Date }
const bidderColumns = sql`b.item_id as "itemId", b.no, b.account_id as "accountId", b.customer_id as "customerId", b.nonce,
  b.amount, b.ceiling, b.asset, b.hold_id as "holdId", b.status, b.at`

/** Bidders that meet a condition over `b` and `i`, the newest bid first. */
export async function biddersWhere(
  db: CollectiblesDb,
  { where, limit = 100, offset = 0 }: { where: Fragment; limit?: number; offset?: number },
): Promise<Bidder[]> {
  const { rows } = await sql<BidderRow>`
    select ${bidderColumns} from collectibles.bidders b where ${where}
    order by b.at desc, b.item_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ ...row, at: msOf(row.at) }))
}

/** Who leads an auction with what maximum; undefined without a bid. */
export async function leaderOf(tx: CollectiblesDb, itemId: string): Promise<Bidder | undefined> {
  const [leader] = await biddersWhere(tx, { where: sql`b.item_id = ${itemId} and b.status = 'HELD'`, limit: 1 })
  return leader
}

/** A customer's part in an auction; undefined where the account has none. */
export async function bidderOf(
  db: CollectiblesDb,
  { itemId, accountId }: { itemId: string; accountId: bigint },
): Promise<Bidder | undefined> {
  const where = sql`b.item_id = ${itemId} and b.account_id = ${accountId}`
  const [bidder] = await biddersWhere(db, { where, limit: 1 })
  return bidder
}

/** A bid as everybody sees it. */
export type BidRow = { no: number; bidder: number; amount: bigint; automatic: boolean; at: Date }

/** The bids of a collectible, newest first. */
export async function bidsOf(
  db: CollectiblesDb,
  { itemId, limit, offset }: { itemId: string; limit: number; offset: number },
): Promise<BidRow[]> {
  const { rows } = await sql<BidRow>`
    select no, bidder, amount, automatic, at from collectibles.bids where item_id = ${itemId}
    order by no desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** What made a customer the owner of a work, the first sale or a resale. */
export type Ownership = {
  itemId: string
  /** The number of the transfer. */
  no: number
  id: string
  orderNo: bigint
  accountId: bigint
  price: bigint
  /** The charity's part. */
  donated: bigint
  asset: 1 | 3
  at: Date
  /** When it went to another owner. */
  endedAt: Date | null
  charityDueAt: Date
  charityPaidAt: Date | null
  isOffered: boolean
}

/** Owners of works, present and past, that meet a condition over `s`, newest first. */
export async function ownershipsWhere(
  db: CollectiblesDb,
  { where, limit, offset = 0 }: { where: Fragment; limit: number; offset?: number },
): Promise<Ownership[]> {
  const { rows } = await sql<Ownership>`
    select s.item_id as "itemId", s.no, s.id, s.order_no as "orderNo", s.account_id as "accountId", s.price, s.donated, s.asset,
      s.at, s.ended_at as "endedAt", s.due_at as "charityDueAt", p.paid_at as "charityPaidAt",
      exists (select from collectibles.offers o where o.item_id = s.item_id and o.status = 'OPEN') as "isOffered"
    from collectibles.ownerships s left join collectibles.payouts p on p.id = s.payout_id
    where ${where} order by s.at desc, s.item_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Whether owners may sell to each other at a time. */
export async function resaleIsOn(db: CollectiblesDb, now: number): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`select ${isResaleOn(now)} as on`.execute(db)
  return rows[0]?.on === true
}

/** Auctions that run and whose end has passed, the oldest first. */
export async function dueItems(db: CollectiblesDb, { now, limit }: { now: number; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from collectibles.items where status = 'LIVE' and end_at <= ${dateOf(now)}
    order by end_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** When the oldest end that has passed was; undefined where none waits. */
export async function oldestDue(db: CollectiblesDb): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(end_at) as at from collectibles.items where status = 'LIVE'`.execute(db)
  const at = rows[0]?.at
  return at ? msOf(at) : undefined
}

/** Opens the auctions whose start has come; returns which. */
export async function startDue(db: AnyDb, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from collectibles.start_due(${dateOf(now)}) id`.execute(db)
  return rows.map(({ id }) => id)
}

export type StatusRow = { id: string; status: CollectibleStatus }
