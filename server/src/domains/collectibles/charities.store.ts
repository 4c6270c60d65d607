import { sql, type Fragment } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDb, Texts } from './collectibles.deps.ts'

export type CharityRow = {
  id: string
  name: string
  registrationNumber: string
  country: string
  website: string | null
  agreementId: string
  causes: Texts
  received: bigint
  /** Of `received`, what resales brought. */
  royalties: bigint
  paid: bigint
  sales: number
  resales: number
  overdue: bigint
  /** In no payment, prepared or paid; and since when the oldest of it is due. */
  payable: bigint
  dueAt: Date | null
}

/** Charities with what each was paid; `waiting` follows. What is not paid and due before `now` is overdue. */
export async function readCharities(
  db: CollectiblesDb,
  { where = sql`true`, now }: { where?: Fragment; now: number },
): Promise<CharityRow[]> {
  const { rows } = await sql<CharityRow>`
    select c.id, c.name, c.registration_number as "registrationNumber", c.country, c.website, c.agreement_id as "agreementId",
      c.causes, coalesce(t.received, 0)::bigint as received, coalesce(t.paid, 0)::bigint as paid,
      coalesce(t.royalties, 0)::bigint as royalties, coalesce(t.sales, 0)::int as sales, coalesce(t.resales, 0)::int as resales,
      coalesce(t.overdue, 0)::bigint as overdue, coalesce(t.payable, 0)::bigint as payable, t.due as "dueAt"
    from collectibles.charities c left join (
      select s.charity_id, count(*) filter (where s.no = 1) as sales, count(*) filter (where s.no > 1) as resales,
        sum(s.donated) as received, sum(s.donated) filter (where s.no > 1) as royalties,
        sum(s.donated) filter (where p.status = 'PAID') as paid,
        sum(s.donated) filter (where p.status is distinct from 'PAID' and s.due_at < ${dateOf(now)}) as overdue,
        sum(s.donated) filter (where s.payout_id is null) as payable, min(s.due_at) filter (where s.payout_id is null) as due
      from collectibles.ownerships s left join collectibles.payouts p on p.id = s.payout_id group by 1) t on t.charity_id = c.id
    where ${where} order by c.at, c.id`.execute(db)
  return rows
}

export type SoldRow = {
  itemId: string
  titles: Texts
  imageHash: string
  /** The number of the transfer: 1 is the first sale. */
  no: number
  price: bigint
  donated: bigint
  at: Date
  entry: bigint
  payoutId: string | null
  payoutStatus: 'PREPARED' | 'PAID' | null
  dueAt: Date
  paidAt: Date | null
}

/** Prices and royalties that a charity received, newest first. */
export async function salesOfCharity(
  db: CollectiblesDb,
  { charityId, limit }: { charityId: string; limit: number },
): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select s.item_id as "itemId", w.titles, encode(w.image_hash, 'hex') as "imageHash", s.no, s.price, s.donated, s.at, s.entry,
      s.payout_id as "payoutId", p.status as "payoutStatus", s.due_at as "dueAt", p.paid_at as "paidAt"
    from collectibles.ownerships s join collectibles.items i on i.id = s.item_id join collectibles.works w on w.id = i.work_id
    left join collectibles.payouts p on p.id = s.payout_id
    where s.charity_id = ${charityId} order by s.at desc, s.item_id, s.no desc limit ${limit}`.execute(db)
  return rows
}

export type PayoutRow = {
  id: string
  charityId: string
  charity: string
  amount: bigint
  destination: string
  status: 'PREPARED' | 'PAID' | 'CANCELLED'
  preparedBy: string
  preparedName: string
  preparedAt: Date
  confirmedName: string | null
  paidAt: Date | null
  reference: string | null
  receiptNo: string | null
  receiptHash: string | null
  entry: bigint | null
  sales: number
  dueAt: Date | null
}

/** Payments that meet a condition over `p`, newest first; those that were taken back are left out. */
export async function payoutsWhere(db: CollectiblesDb, where: Fragment, limit = 200): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select p.id, p.charity_id as "charityId", c.name as charity, p.amount, p.destination, p.status, p.prepared_by as "preparedBy",
      p.prepared_name as "preparedName", p.prepared_at as "preparedAt", p.confirmed_name as "confirmedName",
      p.paid_at as "paidAt", p.reference, p.receipt_no as "receiptNo", encode(p.receipt_hash, 'hex') as "receiptHash", p.entry,
      coalesce(t.n, 0)::int as sales, t.due as "dueAt"
    from collectibles.payouts p join collectibles.charities c on c.id = p.charity_id
    left join (select s.payout_id, count(*) as n, min(s.due_at) as due from collectibles.ownerships s group by 1) t on t.payout_id = p.id
    where p.status <> 'CANCELLED' and ${where} order by p.prepared_at desc, p.id limit ${limit}`.execute(db)
  return rows
}
