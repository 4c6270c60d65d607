import type { Signer } from '@evenhand/proofs/crypto.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDb, Item } from './collectibles.deps.ts'
import { signRecord } from './sign-record.ts'

type Offering = {
  signer: Signer
  item: Item
  /** When an auction starts and ends; null at a fixed price. */
  span: { startAt: number; endAt: number } | null
  at: number
}

const textOrNull = (units: bigint | null): string | null => (units === null ? null : String(units))

/** Offers a draft, with a signed record of its sale; returns whether it was one. */
export async function offerItem(tx: CollectiblesDb, { signer, item, span, at }: Offering): Promise<boolean> {
  const record = await signRecord(
    tx,
    { signer, itemId: item.id },
    {
      kind: 'listed',
      mode: item.saleMode,
      startPrice: textOrNull(item.startPrice),
      price: textOrNull(item.price),
      startAt: span?.startAt ?? null,
      endAt: span?.endAt ?? null,
      image: item.imageHash,
      charity: item.charityId,
      at: Math.max(at, item.lastAt),
    },
  )
  const { rows } = await sql<{ done: boolean }>`
    select collectibles.offer(${item.id}, ${span && dateOf(span.startAt)}, ${span && dateOf(span.endAt)}, ${record.argument}) as done`.execute(
    tx,
  )
  return rows[0]?.done === true
}
