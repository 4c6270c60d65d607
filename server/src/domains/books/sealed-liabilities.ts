import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { LiabilitiesSeal } from '@evenhand/proofs/liabilities/proof.ts'
import { liabilitiesPayload } from '@evenhand/proofs/liabilities/statement.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, newestRecords, recordsOf } from './books.store.ts'
import type { NumberedRows } from './numbered-records.ts'
import { headInside, sealedRecords } from './seals-of.ts'

/** Statements of liabilities as the log seals them. */
export const liabilityRows = ({ liabilities }: BooksDeps): NumberedRows => ({
  type: 'liabilities',
  name: 'liabilities',
  after: async (after, limit) =>
    ((await liabilities?.after({ after, limit })) ?? []).map(({ no, statement }) => ({
      seq: no,
      payload: liabilitiesPayload(statement, nodeCrypto),
    })),
})

/** The place of a statement in the log by its number, under the newest head; null while none covers it. */
export async function sealOfLiabilities(deps: Pick<BooksDeps, 'db'>, no: number): Promise<LiabilitiesSeal | null> {
  const [head] = await newestHeads(deps.db, 1)
  if (head === undefined) return null
  const records = await recordsOf(deps.db, { type: 'liabilities', sources: [BigInt(no)] })
  const record = (await sealedRecords(deps, { records, head })).get(BigInt(no))
  return record === undefined ? null : { record, head: headInside(head) }
}

/** The newest entry of the ledger that the log has sealed, and when; undefined before the first. */
export async function newestSealedEntry(db: BooksDeps['db']): Promise<{ entry: bigint; at: number } | undefined> {
  const [record] = await newestRecords(db, { type: 'entries', limit: 1 })
  return record && { entry: record.source, at: record.time }
}
