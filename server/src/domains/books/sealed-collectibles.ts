import { setImmediate } from 'node:timers/promises'
import { collectibleMessage, collectiblePayload } from '@evenhand/proofs/collectibles/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { numberedAtOnce, type NumberedRows } from './numbered-records.ts'

/** Records of collectibles as the log seals them. */
export const collectibleRows = ({ collectibles }: BooksDeps): NumberedRows => ({
  type: 'collectibles',
  name: 'collectibleRecord',
  after: async (after, limit) =>
    ((await collectibles?.recordsAfter({ after, limit })) ?? []).map((record) => ({
      seq: record.seq,
      payload: collectiblePayload(record, nodeCrypto),
    })),
})

const verifiedAtOnce = 20

/**
 * Names records that no key of this installation signed as they are and numbers that are gone, and every collectible whose
 * rows are not what its records come to when they are decided again.
 */
export async function auditCollectibles({ collectibles, signing }: BooksDeps): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let last = 0; ;) {
    const records = (await collectibles?.recordsAfter({ after: last, limit: numberedAtOnce })) ?? []
    for (const [index, record] of records.entries()) {
      if (index % verifiedAtOnce === 0) await setImmediate()
      for (let gone = last + 1; gone < record.seq; gone += 1) {
        findings.push({ at: `collectibleRecord ${gone}`, found: 'gone' })
        if (findings.length >= numberedAtOnce) return findings
      }
      last = record.seq
      const message = collectibleMessage(record, nodeCrypto)
      const { signature } = record
      if (!signing.publicKeys().some(({ publicKey }) => nodeCrypto.verify({ publicKey, message, signature })))
        findings.push({ at: `collectibleRecord ${record.seq}`, found: 'not signed by this installation' })
    }
    if (records.length < numberedAtOnce) break
  }
  return [...findings, ...((await collectibles?.differences()) ?? [])]
}
