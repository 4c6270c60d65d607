import type { ResaleOfferStatus } from '@evenhand/protocol/states.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { CollectiblesDb, Texts } from './collectibles.deps.ts'

/** An offer that stands, whether or not it may be taken now. */
export type OpenOffer = {
  id: string
  /** The number of its signed record. */
  record: number
  /** Of the transfer that made the seller its owner. */
  transfer: number
  customerId: string
  accountId: bigint
  price: bigint
  /** False while its seller is under a hold that the seller knows of, or has closed the account. */
  isOnSale: boolean
}

/** The open offer of a work; undefined where there is none. */
export async function openOfferOf(db: CollectiblesDb, itemId: string): Promise<OpenOffer | undefined> {
  const { rows } = await sql<OpenOffer>`
    select o.id, o.record, o.transfer, o.customer_id as "customerId", o.account_id as "accountId", o.price,
      exists (select from collectibles.offers_on_sale s where s.id = o.id) as "isOnSale"
    from collectibles.offers o where o.item_id = ${itemId} and o.status = 'OPEN'`.execute(db)
  return rows[0]
}

/** Who owns a work by which transfer; undefined before its sale. */
export async function ownerOf(
  db: CollectiblesDb,
  itemId: string,
): Promise<{ no: number; accountId: bigint } | undefined> {
  const { rows } = await sql<{ no: number; accountId: bigint }>`
    select s.no, s.account_id as "accountId" from collectibles.ownerships s
    where s.item_id = ${itemId} and s.ended_at is null`.execute(db)
  return rows[0]
}

export type OfferRow = {
  id: string
  itemId: string
  titles: Texts
  imageHash: string
  charity: string
  transfer: number
  price: bigint
  status: ResaleOfferStatus
  at: Date
  endedAt: Date | null
  orderNo: bigint | null
  entry: bigint | null
}

/** Offers that meet a condition over `o`, newest first. */
export async function offersWhere(
  db: CollectiblesDb,
  { where, limit, offset = 0 }: { where: Fragment; limit: number; offset?: number },
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select o.id, o.item_id as "itemId", w.titles, encode(w.image_hash, 'hex') as "imageHash", c.name as charity, o.transfer,
      o.price, o.status, o.at, o.ended_at as "endedAt", r.order_no as "orderNo", r.entry
    from collectibles.offers o join collectibles.items i on i.id = o.item_id join collectibles.works w on w.id = i.work_id
    join collectibles.charities c on c.id = i.charity_id left join collectibles.resales r on r.offer_id = o.id
    where ${where} order by o.at desc, o.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Of all resales: how many, what buyers paid and what charities received of it, in smallest units. */
export async function resaleSums(db: CollectiblesDb): Promise<{ n: number; volume: bigint; royalties: bigint }> {
  const { rows } = await sql<{ n: number; volume: bigint; royalties: bigint }>`
    select count(*)::int as n, coalesce(sum(price), 0)::bigint as volume, coalesce(sum(royalty), 0)::bigint as royalties
    from collectibles.resales`.execute(db)
  return rows[0] ?? { n: 0, volume: 0n, royalties: 0n }
}
