import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { verifyLiabilities } from '@evenhand/proofs/liabilities/statement.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { newestStatement, statementsAfter } from './liabilities.store.ts'
import { hashTree } from './tree.ts'

export type LiabilitiesFinding = { readonly at: string; readonly expected?: string; readonly found?: string }

const readAtOnce = 500

/**
 * Names statements that no key of this installation signed as they are, and numbers that are gone; and computes the newest
 * tree again from its leaves, so that one that was changed, added or left out since is found.
 */
export async function auditLiabilities(
  deps: Pick<LiabilitiesDeps, 'db' | 'clock' | 'signing'>,
): Promise<readonly LiabilitiesFinding[]> {
  const { db, signing } = deps
  const findings: LiabilitiesFinding[] = []
  for (let last = 0; ;) {
    const kept = await statementsAfter(db, { after: last, limit: readAtOnce })
    for (const { no, statement } of kept) {
      if (no !== last + 1) findings.push({ at: `liabilities ${last + 1}`, found: 'gone' })
      last = no
      const publicKey = signing.publicKeyOf(statement.keyId)
      if (publicKey === undefined || !verifyLiabilities(statement, publicKey, nodeCrypto))
        findings.push({ at: `liabilities ${no}`, found: 'not signed by this installation' })
    }
    if (kept.length < readAtOnce) break
  }
  return [...findings, ...(await auditNewestTree(deps))]
}

async function auditNewestTree(deps: Pick<LiabilitiesDeps, 'db' | 'clock'>): Promise<readonly LiabilitiesFinding[]> {
  const newest = await newestStatement(deps.db)
  if (newest === undefined) return []
  const { no, tree, statement } = newest
  const { epoch, leaves, assets, root } = statement
  const at = `liabilities ${no}`
  try {
    const nodes = await hashTree(deps, { tree, epoch, leaves, assets: assets.length })
    const found = nodes.at(-1)?.hash ?? ''
    return found === root ? [] : [{ at, expected: root, found }]
  } catch (cause) {
    return [{ at, found: `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` }]
  }
}
