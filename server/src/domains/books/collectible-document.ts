import type { AuctionDocument } from '@evenhand/proofs/collectibles/auction-document.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordsOf } from './books.store.ts'
import { headInside, sealedRecords } from './seals-of.ts'

/**
 * Every record of a collectible as a document that anybody can check offline, with its position in the log once all are sealed.
 * Refuses notFound for what was never listed.
 */
export async function collectibleDocument(deps: BooksDeps, collectibleId: string): Promise<AuctionDocument> {
  const records = (await deps.collectibles?.recordsOf(collectibleId)) ?? []
  if (records.length === 0) throw refuse('notFound')
  const [head] = await newestHeads(deps.db, 1)
  const sources = records.map(({ seq }) => BigInt(seq))
  const found = head && (await recordsOf(deps.db, { type: 'collectibles', sources }))
  const sealed = head && found && (await sealedRecords(deps, { records: found, head }))
  const positions = sources.flatMap((source) => sealed?.get(source) ?? [])
  return {
    v: 1,
    collectibleId,
    records: records.map(({ seq, no, body, signature }) => ({ seq, no, body, signature })),
    seals:
      head === undefined || positions.length < records.length ? null : { records: positions, head: headInside(head) },
  }
}
