import type { RecordedConversion } from '@evenhand/proofs/conversion-record.ts'
import { msOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import { coinOf } from '../ledger/index.ts'
import type { WalletDb } from './deposits.store.ts'

type Row = Omit<RecordedConversion, 'seq' | 'from' | 'to' | 'acceptedAt' | 'at'> & {
  seq: bigint
  from: number
  to: number
  acceptedAt: Date
  at: Date
}

/** Conversions after a number, in the order in which they were committed; what the log seals. */
export async function conversionsAfter(
  db: WalletDb,
  { after, limit }: { after: number; limit: number },
): Promise<RecordedConversion[]> {
  const { rows } = await sql<Row>`
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
