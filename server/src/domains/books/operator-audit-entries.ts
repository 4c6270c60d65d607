import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { actPayload, type AuditEntry } from '@evenhand/proofs/operator-act.ts'
import type { SealedRecord, Seals } from '@evenhand/proofs/receipt.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordsOf } from './books.store.ts'
import type { NumberedRows } from './numbered-records.ts'
import { headInside, sealedRecords } from './seals-of.ts'

const actsAtOnce = 500

/** Operators' acts as the log seals them. Their numbers have no gaps and rise in the order of commits. */
export const actRows = ({ actsAfter }: BooksDeps): NumberedRows => ({
  type: 'acts',
  name: 'act',
  after: async (after, limit) =>
    ((await actsAfter?.({ after, limit })) ?? []).map((act) => ({
      seq: act.seq,
      payload: actPayload(act, nodeCrypto),
    })),
})

export type SealedAuditEntries = {
  readonly acts: readonly (AuditEntry & { readonly record: SealedRecord | null })[]
  readonly head: Seals['head'] | null
  readonly next: number | null
}

/** Acts after a number with their proofs from the log, for auditors who check them elsewhere. */
export async function sealedAuditEntries(
  deps: BooksDeps,
  { after = 0 }: { after?: number | undefined },
): Promise<SealedAuditEntries> {
  const found = (await deps.actsAfter?.({ after, limit: actsAtOnce + 1 })) ?? []
  const acts = found.slice(0, actsAtOnce)
  const [head] = await newestHeads(deps.db, 1)
  const records = await recordsOf(deps.db, { type: 'acts', sources: acts.map(({ seq }) => BigInt(seq)) })
  const sealed = head === undefined ? new Map<bigint, SealedRecord>() : await sealedRecords(deps, { records, head })
  return {
    acts: acts.map((act) => ({ ...act, record: sealed.get(BigInt(act.seq)) ?? null })),
    head: head === undefined ? null : headInside(head),
    next: found.length > actsAtOnce ? (acts.at(-1)?.seq ?? null) : null,
  }
}
