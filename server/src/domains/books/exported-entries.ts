import type { SealedEntries } from '@evenhand/proofs/verify-ledger.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, runLeaves } from './books.store.ts'
import { entriesARun } from './gather-entries.ts'
import { recordsAfter } from './log-rows.store.ts'
import { headInside, sealedRecords } from './seals-of.ts'

/**
 * The run of entries after a number with its proof from the log, for auditors who check the books elsewhere; one run a response,
 * some megabytes. Without runs at the end of what a head covers.
 */
export async function exportedEntries(
  deps: Pick<BooksDeps, 'db'> & { readonly ledger: Pick<BooksDeps['ledger'], 'sealedEntries'> },
  { after = 0 }: { after?: number | undefined },
): Promise<SealedEntries> {
  const [head] = await newestHeads(deps.db, 1)
  const [record] = await recordsAfter(deps.db, { type: 'entries', after: BigInt(after), limit: 1 })
  if (head === undefined || record === undefined)
    return { runs: [], head: head === undefined ? null : headInside(head), next: null }
  const proved = (await sealedRecords(deps, { records: [record], head })).get(record.source)
  if (proved === undefined) return { runs: [], head: headInside(head), next: null }
  const upto = Number(record.source)
  const entries = await deps.ledger.sealedEntries({ after: BigInt(after), upto: record.source, limit: entriesARun * 2 })
  const kept = await runLeaves(deps.db, record.source)
  const sealed = kept?.seqs.map((seq, index) => [seq, kept.leaves[index] ?? ''] as const) ?? []
  return { runs: [{ after, upto, entries: [...entries], sealed, record: proved }], head: headInside(head), next: upto }
}
