import type { listNftTransfers, listOwnOffers, OwnOffer } from '@evenhand/protocol/collectible-resale.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { CharityPayoutStatus } from '@evenhand/protocol/states.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'
import { usdtText } from './collectibles.rules.ts'
import { pagedResponse, mustFind, pageOf } from './list-collectibles.ts'
import { viewMoney } from './resale.rules.ts'
import { offersWhere, type OfferRow } from './resale.store.ts'
import { imagePath } from './view-collectible.ts'

type Deps = Pick<CollectiblesDeps, 'db'>

/** How a work changed hands, newest first, by the number of each transfer; refuses 40039 what is none. */
export async function listTransfers(
  { db }: Deps,
  { id }: z.output<typeof listNftTransfers.request>,
): Promise<z.input<typeof listNftTransfers.result>> {
  await mustFind(db, id)
  const { rows } = await sql<{
    no: number
    price: bigint
    donated: bigint
    at: Date
    entry: bigint
    endedAt: Date | null
    payoutStatus: CharityPayoutStatus | null
  }>`
    select s.no, s.price, s.donated, s.at, s.entry, s.ended_at as "endedAt", p.status as "payoutStatus"
    from collectibles.ownerships s left join collectibles.payouts p on p.id = s.payout_id
    where s.item_id = ${id} order by s.no desc`.execute(db)
  return rows.map(({ no, price, donated, at, entry, endedAt, payoutStatus }) => ({
    no,
    origin: no === 1 ? 'SALE' : 'RESALE',
    price: usdtText(price),
    donated: usdtText(donated),
    at: msOf(at),
    entry: entry.toString(),
    payoutStatus: payoutStatus ?? 'DUE',
    isOwner: endedAt === null,
  }))
}

/** An offer as its seller and operators see it. */
export const viewOffer = (row: OfferRow, lang: Lang): OwnOffer => ({
  id: row.id,
  nftId: row.itemId,
  title: row.titles[lang],
  imageHash: row.imageHash,
  imagePath: imagePath(row.imageHash),
  ...viewMoney(row.price),
  status: row.status,
  offeredAt: msOf(row.at),
  endedAt: row.endedAt === null ? null : msOf(row.endedAt),
})

/** The caller's offers, open and ended, the newest first. */
export async function listOwnOffersOf(
  { db }: Deps,
  request: z.output<typeof listOwnOffers.request>,
  { session, lang }: Call,
): Promise<z.input<typeof listOwnOffers.result>> {
  const one = request.nftId === undefined ? sql`true` : sql`o.item_id = ${request.nftId}`
  const where = sql`o.account_id = ${session.accountId} and ${one}`
  const rows = (await offersWhere(db, { where, ...pageOf(request) })).map((row) => viewOffer(row, lang))
  if (request.page === undefined) return rows
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from collectibles.offers o where ${where}`.execute(db)
  return pagedResponse(rows, counted[0]?.n ?? 0, request)
}
