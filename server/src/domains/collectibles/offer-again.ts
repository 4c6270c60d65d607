import { randomUUID } from 'node:crypto'
import type { ResaleBlock } from '@evenhand/protocol/collectible-offers.ts'
import type { offerNft, withdrawNftOffer } from '@evenhand/protocol/collectible-resale.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { isKnown, keepKey, KeyTaken, mustBeNew } from './call-keys.ts'
import type { CollectiblesDb, CollectiblesDeps } from './collectibles.deps.ts'
import { keyRoutes, mustBePrice } from './collectibles.rules.ts'
import { lockItem } from './collectibles.store.ts'
import { mustOwn } from './list-collectibles.ts'
import type { OneAtATime } from './place-bid.ts'
import { openOfferOf, ownerOf } from './resale.store.ts'
import { signRecord } from './sign-record.ts'

type Acting = CollectiblesDeps & { oneAtATime: OneAtATime }
type Outcome = 'done' | 'owner' | 'off' | 'offered' | 'delivery' | 'delivered'
const whys = {
  off: 'OFF',
  offered: 'OFFERED',
  delivery: 'DELIVERY',
  delivered: 'DELIVERED',
} as const satisfies Record<string, ResaleBlock>

/**
 * Offers a work that the caller owns at a fixed price. Refuses in this order: not the caller's 40039 · a legal hold that the
 * caller knows of 10008 · a price that is none 10016 · resale is off, it is offered already, or its token is on a chain or on
 * the way 10020 with `why`. The same key returns the same again.
 */
export async function offerAgain(
  deps: Acting,
  { nftId, price }: z.output<typeof offerNft.request>,
  call: Call,
): Promise<OwnedCollectible> {
  if (await isKnown(deps, { route: keyRoutes.offer, call })) return mustOwn(deps, nftId, call)
  await mustOwn(deps, nftId, call)
  await deps.mayLeave(call.session.customerId)
  mustBePrice(price)
  await deps
    .oneAtATime(nftId, () => deps.db.transaction().execute((tx) => writeOffer(deps, tx, { nftId, price, call })))
    .catch((cause: unknown) => {
      if (!(cause instanceof KeyTaken)) throw cause
    })
  deps.changed(nftId)
  return mustOwn(deps, nftId, call)
}

async function writeOffer(
  deps: CollectiblesDeps,
  tx: CollectiblesDb,
  { nftId, price, call }: { nftId: string; price: bigint; call: Call },
): Promise<void> {
  const now = deps.clock.now()
  const item = await lockItem(tx, nftId, now)
  await mustBeNew(deps, { route: keyRoutes.offer, call }, tx)
  const owner = await ownerOf(tx, nftId)
  const { accountId, customerId } = call.session
  if (item === undefined || owner?.accountId !== accountId) throw refuse('notFound')
  const at = Math.max(now, item.lastAt)
  const id = randomUUID()
  const fields = { kind: 'offered', owner: owner.no, price: String(price), at } as const
  const record = await signRecord(tx, { signer: deps.signer, itemId: nftId }, fields)
  const { rows } = await sql<{ outcome: Outcome }>`
    select collectibles.offer_again(row(${id}, ${nftId}, null, null, ${accountId}, ${customerId}, ${price}, null, ${dateOf(at)},
      null)::collectibles.offers, ${record.argument}) as outcome`.execute(tx)
  const outcome = rows[0]?.outcome ?? 'owner'
  if (outcome === 'owner') throw refuse('notFound')
  if (outcome !== 'done') throw refuse('collectibleState', { status: item.status, why: whys[outcome] })
  await keepKey(deps, { route: keyRoutes.offer, call, ref: id }, tx)
}

/** Takes the caller's open offer back. Refuses 40039 what is not the caller's, 10020 where nothing is offered. */
export async function withdrawOffer(
  deps: Acting,
  { nftId }: z.output<typeof withdrawNftOffer.request>,
  call: Call,
): Promise<OwnedCollectible> {
  await mustOwn(deps, nftId, call)
  await deps.oneAtATime(nftId, () =>
    deps.db.transaction().execute(async (tx) => {
      const now = deps.clock.now()
      const item = await lockItem(tx, nftId, now)
      const { accountId } = call.session
      const open = await openOfferOf(tx, nftId)
      if (item === undefined || open?.accountId !== accountId)
        throw refuse('collectibleState', { status: item?.status })
      const at = Math.max(now, item.lastAt)
      const fields = { kind: 'withdrawn', offer: open.record, at } as const
      const record = await signRecord(tx, { signer: deps.signer, itemId: nftId }, fields)
      const { rows } = await sql<{ done: boolean }>`
        select collectibles.withdraw_offer(${nftId}, ${accountId}, ${dateOf(at)}, ${record.argument}) as done`.execute(
        tx,
      )
      if (rows[0]?.done !== true) throw new Error(`the offer of ${nftId} was locked and is not what it was`)
    }),
  )
  deps.changed(nftId)
  return mustOwn(deps, nftId, call)
}
