import type { Hex } from '@evenhand/proofs/crypto.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { recordsOf, type RecordType } from './books.store.ts'

export const numberedAtOnce = 500

export type Numbered = { readonly seq: number; readonly payload: Hex }
export type NumberedRows = {
  readonly type: RecordType
  /** What one of them is called where it differs. */
  readonly name: string
  /** Rows after a number with the payloads they have now, rising without a gap. */
  readonly after: (after: number, limit: number) => Promise<readonly Numbered[]>
}

/** Rows after a number that the log has not sealed yet, and whether there may be more. */
export async function nextNumbered(
  params: NumberedRows,
  after: bigint,
): Promise<{ rows: readonly Numbered[]; more: boolean }> {
  const rows = await params.after(Number(after), numberedAtOnce)
  return { rows, more: rows.length === numberedAtOnce }
}

/** Compares every sealed row with its record: names those that were edited, and those that are gone. */
export async function auditNumbered(deps: BooksDeps, params: NumberedRows, newest: bigint): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let from = 1n; from <= newest; from += BigInt(numberedAtOnce)) {
    const to = from + BigInt(numberedAtOnce)
    const seqs = Array.from({ length: Number((to <= newest ? to : newest + 1n) - from) }, (_, at) => from + BigInt(at))
    const records = await recordsOf(deps.db, { type: params.type, sources: seqs })
    const kept = new Map(
      (await params.after(Number(from) - 1, numberedAtOnce)).map(({ seq, payload }) => [seq, payload]),
    )
    for (const { seq, source, payload } of records) {
      const found = kept.get(Number(source)) ?? 'gone'
      if (found !== payload) findings.push({ at: `${params.name} ${source} (record ${seq})`, expected: payload, found })
    }
  }
  return findings
}
