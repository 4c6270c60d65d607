import type { RecordedConversion } from '@evenhand/proofs/conversion-record.ts'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetIds, coinOf, type AnyDb } from '../ledger/index.ts'

export type ConversionsDb = Db<'conversions'>

export type Quote = {
  id: string
  customerId: string
  from: FundCoin
  to: FundCoin
  amount: bigint
  received: bigint
  at: number
  endsAt: number
}
/** A recorded tick by its instrument; price as text. */
export type DecidingTick = { code: string; seq: number; ts: number; price: string }
export type ConversionRow = {
  id: string
  orderNo: bigint
  customerId: string
  accountId: bigint
  quoteId: string
  from: FundCoin
  to: FundCoin
  amount: bigint
  fee: bigint
  received: bigint
  ticks: DecidingTick[]
  price: string
  acceptedAt: number
  at: number
}

/** The number of a conversion as customers know it. */
export const conversionNo = (orderNo: bigint): string => `CV${orderNo.toString().padStart(9, '0')}`

/** Keeps a quote; amounts in smallest units. */
export async function keepConversionQuote(db: ConversionsDb, options: Quote): Promise<void> {
  await sql`
    insert into wallet.conversion_quotes (id, customer_id, from_asset, to_asset, amount, received, at, ends_at)
    values (${options.id}, ${options.customerId}, ${assetIds[options.from]}, ${assetIds[options.to]}, ${options.amount}, ${options.received}, ${dateOf(options.at)},
      ${dateOf(options.endsAt)})`.execute(db)
}

const forgottenAtOnce = 1_000

/** Forgets quotes that ended before a time, a bounded number at once. */
export async function forgetConversionQuotes(db: ConversionsDb, before: number): Promise<void> {
  await sql`
    delete from wallet.conversion_quotes where id in
      (select id from wallet.conversion_quotes where ends_at < ${dateOf(before)} order by ends_at limit ${forgottenAtOnce})`.execute(
    db,
  )
}

/** A quote of the customer’s own; undefined where there is none of that id. */
export async function findConversionQuote(
  db: ConversionsDb,
  { id, customerId }: { id: string; customerId: string },
): Promise<Quote | undefined> {
  const { rows } = await sql<{ from: number; to: number; amount: bigint; received: bigint; at: Date; ends: Date }>`
    select from_asset as "from", to_asset as "to", amount, received, at, ends_at as ends
    from wallet.conversion_quotes where id = ${id} and customer_id = ${customerId}`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { from, to, at, ends, ...rest } = row
  return { id, customerId, from: coinOf(from), to: coinOf(to), at: msOf(at), endsAt: msOf(ends), ...rest }
}

const columns = sql`
  id, order_no as "orderNo", customer_id as "customerId", account_id as "accountId", quote_id as "quoteId",
  from_asset as "from", to_asset as "to", amount, fee, received, ticks, price, accepted_at as "acceptedAt", done_at as at`
type Read = Omit<ConversionRow, 'from' | 'to' | 'acceptedAt' | 'at'> & {
  from: number
  to: number
  acceptedAt: Date
  at: Date
}
const rowOf = ({ from, to, acceptedAt, at, ...row }: Read): ConversionRow => ({
  ...row,
  from: coinOf(from),
  to: coinOf(to),
  acceptedAt: msOf(acceptedAt),
  at: msOf(at),
})

/** The conversion a quote of this customer led to. */
export async function conversionOfQuote(
  db: ConversionsDb,
  { quoteId, customerId }: { quoteId: string; customerId: string },
): Promise<ConversionRow | undefined> {
  const { rows } = await sql<Read>`
    select ${columns} from wallet.conversions where quote_id = ${quoteId} and customer_id = ${customerId}`.execute(db)
  return rows[0] && rowOf(rows[0])
}

/** A page of the customer’s conversions, newest first, and how many there are. */
export async function listConversionRows(
  db: ConversionsDb,
  { customerId, limit, offset }: { customerId: string; limit: number; offset: number },
): Promise<{ rows: ConversionRow[]; total: number }> {
  const { rows } = await sql<Read>`
    select ${columns} from wallet.conversions where customer_id = ${customerId} order by id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const count = await sql<{ n: number }>`
    select count(*)::int as n from wallet.conversions where customer_id = ${customerId}`.execute(db)
  return { rows: rows.map(rowOf), total: count.rows[0]?.n ?? 0 }
}

export type Written = 'done' | 'known' | 'balance' | 'inventory'

/** Row and entry in one step, or neither. */
export async function writeConversion(db: AnyDb, options: Omit<ConversionRow, 'orderNo'>): Promise<Written> {
  const { rows } = await sql<{ outcome: Written }>`
    select wallet.convert(row(${options.id}, ${options.customerId}, ${options.accountId}, ${options.quoteId},
      ${assetIds[options.from]}, ${assetIds[options.to]}, ${options.amount}, ${options.fee}, ${options.received},
      ${options.price}, ${JSON.stringify(options.ticks)}, ${dateOf(options.acceptedAt)},
      ${dateOf(options.at)})::wallet.new_conversion) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'known'
}

type SealedRow = Omit<RecordedConversion, 'seq' | 'from' | 'to' | 'acceptedAt' | 'at'> & {
  seq: bigint
  from: number
  to: number
  acceptedAt: Date
  at: Date
}

/** Conversions after a number, in the order in which they were committed; what the log seals. */
export async function conversionsAfter(
  db: ConversionsDb,
  { after, limit }: { after: number; limit: number },
): Promise<RecordedConversion[]> {
  const { rows } = await sql<SealedRow>`
    select c.seq, c.id, c.customer_id as "customerId", c.from_asset as "from", c.to_asset as "to", c.amount::text as amount,
      c.fee::text as fee, c.received::text as received, c.price, c.ticks, c.accepted_at as "acceptedAt", c.done_at as at
    from wallet.conversions c where c.seq > ${after} order by c.seq limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
    from: coinOf(row.from),
    to: coinOf(row.to),
    acceptedAt: msOf(row.acceptedAt),
    at: msOf(row.at),
  }))
}

/** Numbers of one customer's conversions by their ids; those of another customer are left out. */
export async function nameConversions(
  db: ConversionsDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; orderNo: bigint }>`
    select id, order_no as "orderNo" from wallet.conversions
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, orderNo }) => [id, { id, of: 'conversion', orderNo: conversionNo(orderNo) }]))
}

/** A conversion by its whole id or number. */
export async function searchConversions(db: ConversionsDb, params: { id?: string; conversionNo?: bigint }) {
  const { rows } = await sql<{ id: string; no: bigint; customerId: string; at: Date }>`
    select id, order_no as no, customer_id as "customerId", done_at as at from wallet.conversions
    where id = ${params.id ?? null}::uuid or order_no = ${params.conversionNo ?? null}::bigint`.execute(db)
  return rows.map((row) => ({
    ...row,
    kind: 'conversion' as const,
    status: null,
    no: conversionNo(row.no),
    at: msOf(row.at),
  }))
}
