import type { LedgerEntry } from '@evenhand/proofs/ledger-entry.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { runLeaves, type RunLeaves, type SourcedRecord } from './books.store.ts'
import { entriesARun, entryLeaves, runPayload } from './gather-entries.ts'
import { recordsAfter } from './log-rows.store.ts'

const runsAtOnce = 100
const namedARun = 5
/** A run with more entries than this was added to; the first of them are enough to show it. */
const readARun = entriesARun * 2

type Run = { record: SourcedRecord; after: bigint; entries: readonly LedgerEntry[]; leaves: readonly string[] }

const nameOf = ({ seq, kind, ref }: LedgerEntry, { record }: Run): string =>
  `entry ${seq} (${kind} ${ref}, record ${record.seq})`

/** Which entries of a run differ from their sealed leaves: changed, added, or taken out. */
function nameEntries(run: Run, sealed: RunLeaves): AuditFinding[] {
  const expected = new Map(sealed.seqs.map((seq, index) => [seq, sealed.leaves[index] ?? '']))
  const changed = run.entries.flatMap((entry, index): AuditFinding[] => {
    const leaf = expected.get(entry.seq)
    expected.delete(entry.seq)
    const found = run.leaves[index] ?? ''
    if (leaf === found) return []
    return [
      leaf === undefined
        ? { at: nameOf(entry, run), found: 'never sealed' }
        : { at: nameOf(entry, run), expected: leaf, found },
    ]
  })
  const gone = [...expected.keys()].map((seq) => ({ at: `entry ${seq} (record ${run.record.seq})`, found: 'gone' }))
  const both = [...changed, ...gone].toSorted((a, b) => Number(/\d+/.exec(a.at)?.[0]) - Number(/\d+/.exec(b.at)?.[0]))
  return both.slice(0, namedARun)
}

async function auditRun(deps: BooksDeps, run: Run): Promise<AuditFinding[]> {
  const { record, after } = run
  const range = `entries ${after + 1n} to ${record.source} (record ${record.seq})`
  const sealed = await runLeaves(deps.db, record.source)
  const whole = sealed !== undefined && runPayload(after, sealed) === record.payload
  const damaged: AuditFinding[] = whole
    ? []
    : [{ at: `leaves of ${range}`, found: sealed === undefined ? 'gone' : 'other than were sealed' }]
  const found = runPayload(after, { upto: record.source, leaves: run.leaves })
  if (found === record.payload) return damaged
  const named = sealed === undefined ? [] : nameEntries(run, sealed)
  return [...damaged, ...(named.length > 0 ? named : [{ at: range, expected: record.payload, found }])]
}

/**
 * Computes every sealed run of entries again from the rows of the ledger and names the entries that are not as they were
 * sealed. A change of both record and leaves is found by the heads outside. Reads a bounded part at once.
 */
export async function auditEntries(
  deps: BooksDeps,
  progress: Progress = { done: 0, total: 0 },
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let after = 0n; ;) {
    const records = await recordsAfter(deps.db, { type: 'entries', after, limit: runsAtOnce })
    for (const record of records) {
      const entries = await deps.ledger.sealedEntries({ after, upto: record.source, limit: readARun })
      findings.push(...(await auditRun(deps, { record, after, entries, leaves: await entryLeaves(entries) })))
      progress.done += entries.length
      after = record.source
    }
    if (records.length < runsAtOnce) break
  }
  const stray = await deps.ledger.unnumberedEntry()
  if (stray !== undefined) findings.push({ at: `entry ${stray}`, found: 'a number that was never given' })
  return findings
}
