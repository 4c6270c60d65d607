import type { SignedHead } from '@evenhand/proofs/head.ts'
import { signaturesChecked, type AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, published, recordTypes } from './books.store.ts'
import { brokenHeads, listTypes } from './log-rows.store.ts'

const positionOf = ({ size, time }: SignedHead): string => `head of ${size} records at ${time}`

/**
 * Holds the table of heads against the files outside: names a head that is missing, was changed, or does not follow the one
 * before. Returns the heads of the table too, so that the log is held against them as well.
 */
export async function auditHeads(
  { db }: BooksDeps,
  outside: readonly SignedHead[],
): Promise<{ heads: SignedHead[]; findings: AuditFinding[] }> {
  const heads = (await newestHeads(db, signaturesChecked)).map(published)
  const inside = new Set(heads.map((head) => JSON.stringify(head)))
  const signed = new Set(heads.map(({ signature }) => signature))
  const from = Math.min(...heads.map(({ time }) => time))
  const findings: AuditFinding[] = (await brokenHeads(db)).map(({ no, found }) => ({ at: `head ${no}`, found }))
  // A head is written to the files after the table has it, and the table was read after the files.
  for (const head of outside) {
    if (heads.length > 0 && head.time < from) continue
    if (inside.has(JSON.stringify(head))) continue
    findings.push({
      at: positionOf(head),
      found: signed.has(head.signature) ? 'other in the database' : 'gone from the database',
    })
  }
  return { heads, findings }
}

/** Names a kind of record whose row is not as the program knows it. */
export async function auditTypes({ db }: BooksDeps): Promise<AuditFinding[]> {
  const rows = await listTypes(db)
  const known = new Map<number, string>(Object.entries(recordTypes).map(([name, id]) => [id, name]))
  const kept = new Map(rows.map(({ id, name }) => [id, name]))
  return [...new Set([...known.keys(), ...kept.keys()])].flatMap((id): AuditFinding[] => {
    const [expected = 'none', found = 'gone'] = [known.get(id), kept.get(id)]
    return expected === found ? [] : [{ at: `type ${id} of records`, expected, found }]
  })
}
