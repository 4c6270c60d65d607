import type { getNft, listNft, listNftBids, listOwnBids, listOwnNft } from '@evenhand/protocol/collectibles.ts'
import { shownStatuses, type OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CollectiblesDb, CollectiblesDeps, Item } from './collectibles.deps.ts'
import {
  bidsOf,
  biddersWhere,
  countItems,
  findItem,
  itemsWhere,
  ownershipsWhere,
  resaleIsOn,
} from './collectibles.store.ts'
import { deliveriesOf } from './delivery.store.ts'
import { viewBid, viewItem, viewOwnBid, viewOwned } from './view-collectible.ts'

type Deps = Pick<CollectiblesDeps, 'db' | 'clock' | 'tokens'>
/** Without a page, so many at most. */
const wholeList = 100
type Paged = { page?: number | undefined; size?: number | undefined }
export const pageOf = ({ page, size }: Paged) => {
  const limit = size ?? (page === undefined ? wholeList : 20)
  return { limit, offset: ((page ?? 1) - 1) * limit }
}
/** The rows alone, or with their page where one was requested. */
export const pagedResponse = <R>(rows: R[], total: number, { page, size }: Paged) =>
  page === undefined ? rows : { rows, total, page, size: size ?? 20 }

const shown = sql`i.status = any (${[...shownStatuses]}::text[])`
const price = sql`coalesce(s.price, i.current_bid, i.start_price, i.price)`
/** What is for sale first. */
const isOver = sql`i.status not in ('LIVE', 'SCHEDULED', 'LISTED_FIXED')`
const orders = {
  ending: sql`${isOver}, i.status = 'LISTED_FIXED', i.end_at, i.created_at desc, i.id`,
  newest: sql`i.created_at desc, i.id`,
  priceUp: sql`${isOver}, ${price}, i.id`,
  priceDown: sql`${isOver}, ${price} desc, i.id`,
  bids: sql`${isOver}, i.bids desc, i.id`,
} as const satisfies Record<string, Fragment>

/** Collectibles that are or were offered. */
export async function listItems(
  { db, clock, tokens }: Deps,
  request: z.output<typeof listNft.request>,
  { lang }: Pick<Call, 'lang'>,
): Promise<z.input<typeof listNft.result>> {
  const { status, saleMode, charityId, resale, sort = 'ending' } = request
  const now = clock.now()
  const where = sql.join(
    [
      shown,
      ...(status === undefined ? [] : [sql`i.status = ${status}`]),
      ...(saleMode === undefined ? [] : [sql`i.sale_mode = ${saleMode}`]),
      ...(charityId === undefined ? [] : [sql`i.charity_id = ${charityId}`]),
      ...(resale === undefined ? [] : [sql`o.id is not null and (select operators.is_resale_on(${dateOf(now)}))`]),
    ],
    sql` and `,
  )
  const items = await itemsWhere(db, { where, order: orders[sort], now, ...pageOf(request) })
  const rows = items.map((item) => viewItem(item, { lang, now, tokens }))
  return pagedResponse(rows, request.page === undefined ? 0 : await countItems(db, where), request)
}

/** One collectible that is or was offered; refuses 40039 what is none. */
export async function mustFind(db: CollectiblesDb, id: string, now?: number): Promise<Item> {
  const item = await findItem(db, id, now)
  if (item === undefined || !shownStatuses.some((status) => status === item.status)) throw refuse('notFound')
  return item
}

/** One collectible that is or was offered. */
export const oneItem = async (
  { db, clock, tokens }: Deps,
  { id }: z.output<typeof getNft.request>,
  { lang }: Pick<Call, 'lang'>,
) => viewItem(await mustFind(db, id, clock.now()), { lang, now: clock.now(), tokens })

/** The bids of a collectible, newest first. */
export async function listBids(
  { db }: Deps,
  request: z.output<typeof listNftBids.request>,
): Promise<z.input<typeof listNftBids.result>> {
  const { bids } = await mustFind(db, request.id)
  const rows = await bidsOf(db, { itemId: request.id, ...pageOf(request) })
  return pagedResponse(rows.map(viewBid), bids, request)
}

export const itemsOf = async (db: CollectiblesDb, ids: readonly string[], now: number): Promise<Map<string, Item>> =>
  new Map(
    (
      await itemsWhere(db, {
        where: sql`i.id = any (${[...ids]}::uuid[])`,
        order: sql`i.id`,
        limit: ids.length + 1,
        now,
      })
    ).map((item) => [item.id, item]),
  )

async function count(db: CollectiblesDb, counted: Fragment): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${counted}`.execute(db)
  return rows[0]?.n ?? 0
}

type Owner = Pick<Call, 'session' | 'lang'>
const ownedBy = ({ session }: Owner, nftId: string | undefined): Fragment =>
  nftId === undefined
    ? sql`s.account_id = ${session.accountId} and s.ended_at is null`
    : sql`s.account_id = ${session.accountId} and s.ended_at is null and s.item_id = ${nftId}`

/** A work of the caller's, and when it went to another owner; null while it is the caller's. */
export type EverOwned = { readonly work: OwnedCollectible; readonly endedAt: number | null }

async function ownedWhere(
  { db, clock, tokens }: Deps,
  { lang }: Owner,
  page: { where: Fragment; limit: number; offset?: number },
): Promise<EverOwned[]> {
  const now = clock.now()
  const [holdings, isOn] = await Promise.all([ownershipsWhere(db, page), resaleIsOn(db, now)])
  const ids = holdings.map(({ itemId }) => itemId)
  const [items, deliveries] = await Promise.all([itemsOf(db, ids, now), deliveriesOf(db, ids)])
  return holdings.flatMap((held) => {
    const item = items.get(held.itemId)
    return item === undefined
      ? []
      : [
          {
            work: viewOwned({ held, item, delivery: deliveries.get(item.id), isOn }, { lang, now, tokens }),
            endedAt: held.endedAt === null ? null : msOf(held.endedAt),
          },
        ]
  })
}

/** A work that the caller owns; refuses 40039 another's. */
export async function mustOwn(deps: Deps, nftId: string, call: Owner): Promise<OwnedCollectible> {
  const [owned] = await ownedWhere(deps, call, { where: ownedBy(call, nftId), limit: 1 })
  if (owned === undefined) throw refuse('notFound')
  return owned.work
}

/** A work that the caller owns or owned, as of the last time that it was the caller's; undefined where it never was. */
export async function everOwned(deps: Deps, nftId: string, call: Owner): Promise<EverOwned | undefined> {
  const where = sql`s.account_id = ${call.session.accountId} and s.item_id = ${nftId}`
  return (await ownedWhere(deps, call, { where, limit: 1 }))[0]
}

/** What the caller owns, newest first. */
export async function listOwned(
  deps: Deps,
  request: z.output<typeof listOwnNft.request>,
  call: Call,
): Promise<z.input<typeof listOwnNft.result>> {
  const where = ownedBy(call, request.nftId)
  const rows = (await ownedWhere(deps, call, { where, ...pageOf(request) })).map(({ work }) => work)
  const total =
    request.page === undefined ? 0 : await count(deps.db, sql`from collectibles.ownerships s where ${where}`)
  return pagedResponse(rows, total, request)
}

/** The caller's part in each auction, the newest bid first. */
export async function listOwnParts(
  { db, clock }: Deps,
  request: z.output<typeof listOwnBids.request>,
  { session, lang }: Call,
): Promise<z.input<typeof listOwnBids.result>> {
  const one = request.nftId === undefined ? sql`true` : sql`b.item_id = ${request.nftId}`
  const where = sql`b.account_id = ${session.accountId} and ${one}`
  const bidders = await biddersWhere(db, { where, ...pageOf(request) })
  const now = clock.now()
  const items = await itemsOf(
    db,
    bidders.map(({ itemId }) => itemId),
    now,
  )
  const rows = bidders.flatMap((bidder) => {
    const item = items.get(bidder.itemId)
    return item === undefined ? [] : [viewOwnBid(bidder, item, { lang, now })]
  })
  const total = request.page === undefined ? 0 : await count(db, sql`from collectibles.bidders b where ${where}`)
  return pagedResponse(rows, total, request)
}
