import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { auditEntryPayload, type AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import type { SealedRecord, Seals } from '@evenhand/proofs/receipt.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordsOf } from './books.store.ts'
import type { NumberedRows } from './numbered-records.ts'
import { headInside, sealedRecords } from './seals-of.ts'

const maxEntries = 500

/** Audit entries as the log seals them. Their numbers have no gaps and rise in the order of commits. */
export const auditEntryRows = ({ auditEntriesAfter }: BooksDeps): NumberedRows => ({
  type: 'acts',
  name: 'act',
  after: async (after, limit) =>
    ((await auditEntriesAfter?.({ after, limit })) ?? []).map((entry) => ({
      seq: entry.seq,
      payload: auditEntryPayload(entry, nodeCrypto),
    })),
})

export type SealedAuditEntries = {
  readonly acts: readonly (AuditEntry & { readonly record: SealedRecord | null })[]
  readonly head: Seals['head'] | null
  readonly next: number | null
}

/** Audit entries after a number with their proofs from the log, for auditors who check them elsewhere. */
export async function sealedAuditEntries(
  deps: BooksDeps,
  { after = 0 }: { after?: number | undefined },
): Promise<SealedAuditEntries> {
  const found = (await deps.auditEntriesAfter?.({ after, limit: maxEntries + 1 })) ?? []
  const entries = found.slice(0, maxEntries)
  const [head] = await newestHeads(deps.db, 1)
  const records = await recordsOf(deps.db, { type: 'acts', sources: entries.map(({ seq }) => BigInt(seq)) })
  const sealed = head === undefined ? new Map<bigint, SealedRecord>() : await sealedRecords(deps, { records, head })
  return {
    acts: entries.map((entry) => ({ ...entry, record: sealed.get(BigInt(entry.seq)) ?? null })),
    head: head === undefined ? null : headInside(head),
    next: found.length > maxEntries ? (entries.at(-1)?.seq ?? null) : null,
  }
}
