import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { splitHashes } from '@evenhand/proofs/receipt-batch.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

const batchesAtOnce = 500

/** Committed batches of signed records after a position in their order. What is on its way below them is the log's own matter. */
export async function batchesToSeal(
  db: Db<'contracts'>,
  params: { after: bigint; limit: number },
): Promise<{ seq: bigint; root: string }[]> {
  const { rows } = await sql<{ seq: bigint; root: Buffer }>`
    select seq, root from contracts.batches where seq > ${params.after} order by seq limit ${params.limit}`.execute(db)
  return rows.map((row) => ({ seq: row.seq, root: row.root.toString('hex') }))
}

type BatchRow = { seq: bigint; id: string; root: Buffer; leaves: Buffer }
type RecordRow = { batch_id: string; batch_index: number; order_id: string; body: string }

/** Whole batches after a seq, rising, with at most so many records in all, or one batch that has more. */
export async function keptBatches(db: Db<'contracts'>, params: { after: bigint; records: number }) {
  const batches = await sql<BatchRow>`
    select seq, id, root, leaves from (
      select b.*, sum(length(b.leaves) / 32) over (order by b.seq) as upto, row_number() over (order by b.seq) as n
      from (select * from contracts.batches where seq > ${params.after} order by seq limit ${batchesAtOnce}) b) b
    where n = 1 or upto <= ${params.records} order by seq`.execute(db)
  const { rows } = await sql<RecordRow>`
    select batch_id, batch_index, order_id, body from contracts.records
    where batch_id = any (${batches.rows.map(({ id }) => id)}::uuid[]) order by batch_id, batch_index`.execute(db)
  const byBatch = Map.groupBy(rows, ({ batch_id }) => batch_id)
  return batches.rows.map(({ seq, id, root, leaves }) => ({
    seq,
    root: root.toString('hex'),
    leaves: splitHashes(leaves),
    records: (byBatch.get(id) ?? []).map((row) => ({
      index: row.batch_index,
      orderId: row.order_id,
      body: bodyOf(row.body),
    })),
  }))
}

/** A record that is no JSON any more is none that was signed. */
function bodyOf(text: string): ContractRecord {
  try {
    return JSON.parse(text) as ContractRecord
  } catch {
    return { v: 1, origin: '', kind: 'ended', orderId: '', at: 0 }
  }
}
