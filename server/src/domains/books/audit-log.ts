import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, type SignedHead } from '@evenhand/proofs/head.ts'
import { appendLeaf, emptyLog, logRoot, type Subtree } from '@evenhand/proofs/merkle-log.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'
import type { BooksDeps } from './books.deps.ts'
import { minuteLeaves, type Check, type SourcedRecord } from './books.store.ts'
import { leavesOf, payloadOf } from './gather-records.ts'
import { isOurHead } from './log-state.ts'
import { listRecords, strayNodes, subtreesAt } from './log-rows.store.ts'

const atOnce = 2_000
/** Signatures of this many heads, the newest, are checked: two days of them. A signature takes a third of a millisecond. */
export const signaturesChecked = 2_880
const signaturesAtOnce = 20

export type AuditFinding = Check['findings'][number]

/**
 * Computes the whole log again from its records and holds it against heads, of which those that were kept outside the
 * database are the ones that count: an edit, a deletion, another order or a cut end leads to another root at the next head,
 * whatever else was made to fit. A row of the log that is missing or damaged is named. Returns how many records there are.
 */
export async function auditLog(
  deps: BooksDeps,
  kept: readonly SignedHead[],
  progress: Progress = { done: 0, total: 0 },
): Promise<{ size: number; findings: AuditFinding[] }> {
  const heads = kept.toSorted((a, b) => a.size - b.size || a.time - b.time)
  const findings: AuditFinding[] = await signatureFindings(deps, heads)
  const log = emptyLog()
  let held = 0
  let next = 0
  const compareHeads = (): void => {
    for (; next < heads.length && (heads[next] as SignedHead).size === log.size; next += 1) {
      const { root } = heads[next] as SignedHead
      const found = logRoot(log, nodeCrypto)
      if (root !== found) findings.push({ at: `records ${held} to ${log.size - 1}`, expected: root, found })
      else held = log.size
    }
  }
  compareHeads()
  for (;;) {
    const records = await listRecords(deps.db, { from: log.size, limit: atOnce })
    const completed: { subtree: Subtree; record: SourcedRecord }[] = []
    for (const record of records) {
      if (record.seq !== log.size) {
        findings.push({ at: `record ${log.size}`, found: `record ${record.seq}` })
        return { size: log.size, findings: [...findings, ...(await compareSubtrees(deps, completed))] }
      }
      for (const subtree of appendLeaf(log, recordHash(record, nodeCrypto), nodeCrypto))
        completed.push({ subtree, record })
      compareHeads()
    }
    progress.done += records.length
    findings.push(...(await compareSubtrees(deps, completed)))
    if (records.length < atOnce) break
  }
  for (const head of heads.slice(next))
    findings.push({ at: `record ${log.size}`, expected: `${head.size} records`, found: `${log.size} records` })
  for (const { level, index } of await strayNodes(deps.db))
    findings.push({ at: `node ${level}/${index}`, found: 'of no record' })
  return { size: log.size, findings }
}

async function signatureFindings(deps: BooksDeps, heads: readonly SignedHead[]): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const [index, head] of heads.slice(-signaturesChecked).entries()) {
    if (index % signaturesAtOnce === 0) await setImmediate()
    if (!isOurHead(deps, head)) findings.push({ at: `head of ${head.size} records: signature` })
  }
  return findings
}

/** Kept hashes that are not what the records come to: a leaf names its record, a node above it its own position. */
async function compareSubtrees(
  { db }: BooksDeps,
  completed: readonly { subtree: Subtree; record: SourcedRecord }[],
): Promise<AuditFinding[]> {
  const kept = await subtreesAt(
    db,
    completed.map(({ subtree }) => subtree),
  )
  return completed.flatMap(({ subtree: { level, index, hash: found }, record }, position): AuditFinding[] => {
    const expected = kept[position]
    if (expected === found) return []
    const at = level === 0 ? `record ${record.seq} (${record.type})` : `node ${level}/${index}`
    return [expected === undefined ? { at: `node ${level}/${index}`, found: 'gone' } : { at, expected, found }]
  })
}

/** Compares sealed minutes with the ticks that are still kept: names the instrument and the minute that differ. */
export async function auditTicks(deps: BooksDeps, records: readonly SourcedRecord[]): Promise<AuditFinding[]> {
  const oldest = await deps.markets.oldestMinute()
  const kept = records.filter(({ type, source }) => type === 'ticks' && Number(source) >= oldest)
  const findings: AuditFinding[] = []
  for (const { seq, source, payload } of kept) {
    const minute = Number(source)
    const sealed = (await minuteLeaves(deps.db, [minute])).get(minute)
    if (sealed === undefined || payloadOf(minute, sealed.leaves) !== payload)
      findings.push({
        at: `leaves of minute ${minute} (record ${seq})`,
        found: sealed === undefined ? 'gone' : 'other',
      })
    const segments = await deps.markets.segments({ minute })
    const leaves = await leavesOf(segments)
    if (payloadOf(minute, leaves) === payload) continue
    const changed = segments
      .filter(({ code }, index) => sealed?.leaves[sealed.codes.indexOf(code)] !== leaves[index])
      .map(({ code }) => code)
    const gone = sealed?.codes.filter((code) => !segments.some((segment) => segment.code === code)) ?? []
    findings.push({ at: `ticks of minute ${minute} (record ${seq})`, found: [...changed, ...gone].join(' ') })
  }
  return findings
}
