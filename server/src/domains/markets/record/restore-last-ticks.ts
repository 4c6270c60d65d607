import type { Kysely } from 'kysely'
import type { DB } from '../../../kernel/db/db.ts'
import type { LastTicks } from '../sources/source-statuses.ts'
import type { RecordStore } from './record.store.ts'
import { listSeconds } from './seconds.store.ts'
import { unpackBlock, type BlockTick } from './second-block.ts'
import { readFlags } from './tick.ts'

type Params = { db: Kysely<DB>; store: Pick<RecordStore, 'listLastTicks'>; lastTicks: LastTicks }

/** Reads where every instrument stands, and returns when the newest block was written, epoch ms; 0 where there is none. */
export async function restoreLastTicks({ db, store, lastTicks }: Params): Promise<number> {
  // Before what is compacted, so that a block which is compacted meanwhile stands in one of the two.
  const rows = await listSeconds(db, 0)
  lastTicks.clear()
  for (const known of await store.listLastTicks()) {
    const newest = { seq: known.lastSeq, ts: known.lastTs, price: known.lastPrice, ...readFlags(known.lastKind) }
    lastTicks.set(known.id, { firstTs: known.firstTs, seq: known.lastSeq, newest })
  }
  for (const { block } of rows) lastTicks.apply(ticksOf(block))
  return rows.at(-1)?.at ?? 0
}

/** The ticks of a packed block, in its order. */
export function ticksOf(packed: Uint8Array): BlockTick[] {
  const block = unpackBlock(packed)
  return Array.from({ length: block.length }, (_, index) => ({
    ...block.tick(index),
    instrumentId: block.instrumentId(index),
  }))
}
