import { publishEvent } from '../../kernel/outbox/outbox.store.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { Bidder } from './collectibles.deps.ts'

/** Publishes that a bid gave loan money back, in the transaction that released it; nothing for other money. */
export async function publishReleased(tx: AnyDb, bidder: Bidder | undefined): Promise<void> {
  if (bidder?.asset === 3) await publishEvent(tx, 'collectibles.released', { customerId: bidder.customerId })
}
