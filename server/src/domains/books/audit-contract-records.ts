import { setImmediate } from 'node:timers/promises'
import { contractLeaf } from '@evenhand/proofs/contracts/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { leafHash, merkleRoot } from '@evenhand/proofs/merkle.ts'
import { auditBatches } from './audit-batches.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksContracts, BooksDeps, KeptBatch } from './books.deps.ts'

const recordsAtOnce = 2_000
const hashedAtOnce = 200

/**
 * Compares every sealed batch of records of contracts with the log, and every record with the leaf under which it was
 * signed: names those that were changed, added or are gone. Reads a bounded part at once.
 */
export async function auditContractRecords(deps: BooksDeps): Promise<AuditFinding[]> {
  const { contracts } = deps
  if (contracts === undefined) return []
  const findings = await auditBatches(deps, {
    type: 'contracts',
    name: 'batch of records of contracts',
    read: (page) => contracts.batchesToSeal(page),
  })
  return [...findings, ...(await auditKept(contracts))]
}

async function auditKept(contracts: BooksContracts): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let after = 0n; ;) {
    const batches = await contracts.keptBatches({ after, records: recordsAtOnce })
    for (const batch of batches) findings.push(...(await compareBatch(batch)))
    const last = batches.at(-1)
    if (last === undefined) return findings
    after = last.seq
  }
}

async function compareBatch({ seq, root, leaves, records }: KeptBatch): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  if (merkleRoot(leaves, nodeCrypto) !== root)
    findings.push({ at: `leaves of batch of records of contracts ${seq}`, found: 'other than were signed' })
  const left = new Set(leaves.keys())
  for (const [count, { index, orderId, body }] of records.entries()) {
    if (count % hashedAtOnce === 0) await setImmediate()
    const at = `record ${index} of batch ${seq} (contract ${orderId}, ${body.kind})`
    if (!left.delete(index)) findings.push({ at, found: 'never signed' })
    else if (body.orderId !== orderId || leafHash(contractLeaf(body), nodeCrypto) !== leaves[index])
      findings.push({ at, found: 'other than was signed' })
  }
  return [...findings, ...Array.from(left, (index) => ({ at: `record ${index} of batch ${seq}`, found: 'gone' }))]
}
