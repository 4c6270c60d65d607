import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { consistencyPath } from '@evenhand/proofs/merkle-log.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, withSubtrees } from './books.store.ts'

/** The proof that the log of one size begins with that of an earlier one. Refuses notFound for sizes that no head covers yet, or in the wrong order. */
export async function publicConsistency(
  { db }: Pick<BooksDeps, 'db'>,
  sizes: { earlier: number; size: number },
): Promise<{ path: string[] }> {
  const [head] = await newestHeads(db, 1)
  if (head === undefined || sizes.size > head.size || sizes.earlier > sizes.size) throw refuse('notFound')
  return { path: await withSubtrees(db, (read) => consistencyPath(sizes, read, nodeCrypto)) }
}
