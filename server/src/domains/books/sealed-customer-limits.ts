import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { safeguardMessage, safeguardPayload } from '@evenhand/proofs/safeguard-record.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { numberedAtOnce, type NumberedRows } from './numbered-records.ts'

/** Changes of customers' safeguards as the log seals them. */
export const safeguardRows = ({ safeguardsAfter }: BooksDeps): NumberedRows => ({
  type: 'safeguards',
  name: 'safeguard',
  after: async (after, limit) =>
    ((await safeguardsAfter?.({ after, limit })) ?? []).map((change) => ({
      seq: change.seq,
      payload: safeguardPayload(change, nodeCrypto),
    })),
})

const verifiedAtOnce = 20

/**
 * Names changes that no key of this installation, present or former, signed as they are, and numbers that are gone, sealed or
 * not: who owns the database can write a row, and cannot sign it.
 */
export async function auditSafeguards({ safeguardsAfter, signing }: BooksDeps): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let last = 0; ;) {
    const changes = (await safeguardsAfter?.({ after: last, limit: numberedAtOnce })) ?? []
    for (const [index, { signature, ...change }] of changes.entries()) {
      if (index % verifiedAtOnce === 0) await setImmediate()
      for (let gone = last + 1; gone < change.seq; gone += 1) {
        findings.push({ at: `safeguard ${gone}`, found: 'gone' })
        if (findings.length >= numberedAtOnce) return findings
      }
      last = change.seq
      const message = safeguardMessage(change, nodeCrypto)
      if (!signing.publicKeys().some(({ publicKey }) => nodeCrypto.verify({ publicKey, message, signature })))
        findings.push({ at: `safeguard ${change.seq}`, found: 'not signed by this installation' })
    }
    if (changes.length < numberedAtOnce) return findings
  }
}
