import type { RecordedConversion } from '@evenhand/proofs/conversion-record.ts'
import { msOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { WalletDb } from './deposits.store.ts'

type Row = Omit<RecordedConversion, 'seq' | 'acceptedAt' | 'at'> & { seq: bigint; acceptedAt: Date; at: Date }

/** Conversions after a number, in the order in which they were committed; what the log seals. */
export async function conversionsAfter(
  db: WalletDb,
  { after, limit }: { after: number; limit: number },
): Promise<RecordedConversion[]> {
  const { rows } = await sql<Row>`
    select c.seq, c.id, c.customer_id as "customerId", f.name as "from", t.name as "to", c.amount::text as amount,
      c.fee::text as fee, c.received::text as received, c.price, c.ticks, c.accepted_at as "acceptedAt", c.done_at as at
    from wallet.conversions c join ledger.assets f on f.id = c.from_asset join ledger.assets t on t.id = c.to_asset
    where c.seq > ${after} order by c.seq limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
    acceptedAt: msOf(row.acceptedAt),
    at: msOf(row.at),
  }))
}
