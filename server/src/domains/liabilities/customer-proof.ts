import type { LiabilitiesProof, LiabilitiesSeal } from '@evenhand/proofs/liabilities/proof.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { newestStatement } from './liabilities.store.ts'
import { leavesOf } from './tree.store.ts'
import { pathOf } from './tree.ts'

/** The place of a statement in the log by its number, under the newest signed head; null while none covers it. */
export type SealOf = (no: number) => Promise<LiabilitiesSeal | null>

/** What a customer needs to find the own balances in the newest statement. Refuses notFound before the first. */
export async function customerProof(
  { db }: Pick<LiabilitiesDeps, 'db'>,
  { customerId, sealOf }: { customerId: string; sealOf: SealOf },
): Promise<LiabilitiesProof> {
  const newest = await newestStatement(db)
  if (newest === undefined) throw refuse('notFound')
  const { no, tree, statement } = newest
  const { epoch, leaves } = statement
  const own = await leavesOf(db, { tree, customerId })
  const proved = []
  for (const { salt, sums } of own) {
    const { index, path } = await pathOf({ db }, { tree, epoch, leaves, assets: statement.assets.length, salt })
    proved.push({
      index,
      salt,
      sums: sums.map(String),
      path: path.map((node) => ({ hash: node.hash, sums: node.sums.map(String) })),
    })
  }
  return { v: 1, customerId, statement, leaves: proved, seal: await sealOf(no) }
}
