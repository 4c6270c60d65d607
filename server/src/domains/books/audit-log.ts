import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, verifyHead, type SignedHead } from '@evenhand/proofs/head.ts'
import { appendLeaf, emptyLog, logRoot } from '@evenhand/proofs/merkle-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { listRecords, minuteLeaves, withSubtrees, type Check, type SourcedRecord } from './books.store.ts'
import { leavesOf, payloadOf } from './gather-records.ts'

const atOnce = 2_000
/** Signatures of this many heads, the newest, are checked: two days of them. A signature takes a third of a millisecond. */
const signaturesChecked = 2_880
const signaturesAtOnce = 20

export type AuditFinding = Check['findings'][number]

/**
 * Computes the whole log again from its records and holds it against heads that were kept outside the database: an edit,
 * a deletion, another order or a cut end leads to another root at the next head, whatever else was made to fit. Answers
 * how many records there are, and what differs.
 */
export async function auditLog(
  deps: BooksDeps,
  outside: readonly SignedHead[],
): Promise<{ size: number; findings: AuditFinding[] }> {
  const findings: AuditFinding[] = []
  const heads = outside.toSorted((a, b) => a.size - b.size)
  for (const [index, head] of heads.slice(-signaturesChecked).entries()) {
    if (index % signaturesAtOnce === 0) await setImmediate()
    if (!verifyHead(head, deps.signing.publicKey, nodeCrypto))
      findings.push({ at: `head of ${head.size} records: signature` })
  }
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
    findings.push(...(await compareLeaves(deps, records)))
    for (const record of records) {
      if (record.seq !== log.size) {
        findings.push({ at: `record ${log.size}`, found: `record ${record.seq}` })
        return { size: log.size, findings }
      }
      appendLeaf(log, recordHash(record, nodeCrypto), nodeCrypto)
      compareHeads()
    }
    if (records.length < atOnce) break
  }
  for (const head of heads.slice(next))
    findings.push({ at: `record ${log.size}`, expected: `${head.size} records`, found: `${log.size} records` })
  return { size: log.size, findings }
}

/** Records whose own hash was not changed with them, which says exactly which record was touched. */
async function compareLeaves(deps: BooksDeps, records: readonly SourcedRecord[]): Promise<AuditFinding[]> {
  if (records.length === 0) return []
  const kept = await withSubtrees(deps.db, (read) => records.map(({ seq }) => read(0, seq)))
  return records.flatMap((record, index): AuditFinding[] => {
    const found = recordHash(record, nodeCrypto)
    return kept[index] === found
      ? []
      : [{ at: `record ${record.seq} (${record.type})`, expected: kept[index] ?? '', found }]
  })
}

/** Compares sealed minutes with the ticks that are still kept: names the instrument and the minute that differ. */
export async function auditTicks(deps: BooksDeps, records: readonly SourcedRecord[]): Promise<AuditFinding[]> {
  const oldest = await deps.markets.oldestMinute()
  const kept = records.filter(({ type, source }) => type === 'ticks' && Number(source) >= oldest)
  const findings: AuditFinding[] = []
  for (const { seq, source, payload } of kept) {
    const minute = Number(source)
    const segments = await deps.markets.segments({ minute })
    const leaves = await leavesOf(segments)
    if (payloadOf(minute, leaves) === payload) continue
    const sealed = (await minuteLeaves(deps.db, [minute])).get(minute)
    const changed = segments
      .filter(({ code }, index) => sealed?.leaves[sealed.codes.indexOf(code)] !== leaves[index])
      .map(({ code }) => code)
    const gone = sealed?.codes.filter((code) => !segments.some((segment) => segment.code === code)) ?? []
    findings.push({ at: `ticks of minute ${minute} (record ${seq})`, found: [...changed, ...gone].join(' ') })
  }
  return findings
}
