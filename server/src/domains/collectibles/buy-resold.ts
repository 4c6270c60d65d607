import { randomBytes, randomUUID } from 'node:crypto'
import { bidderHash } from '@evenhand/proofs/collectibles/records.ts'
import { royaltyOf } from '@evenhand/proofs/collectibles/resale.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { buyResoldNft } from '@evenhand/protocol/collectible-resale.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { FundsShort, keepKey, mustBeNew } from './call-keys.ts'
import { notifyResold } from './collectible-notices.ts'
import type { CollectiblesDb, CollectiblesDeps, Item } from './collectibles.deps.ts'
import { assetOfFunds, keyRoutes, usdtText } from './collectibles.rules.ts'
import { lockItem } from './collectibles.store.ts'
import { mustFind } from './list-collectibles.ts'
import type { OneAtATime } from './place-bid.ts'
import { purchase } from './purchase.ts'
import { openOfferOf, type OpenOffer } from './resale.store.ts'
import { signRecord } from './sign-record.ts'
import { viewItem } from './view-collectible.ts'

type Request = z.output<typeof buyResoldNft.request>
type Purchase = { request: Request; call: Call; now: number }
type Outcome = 'done' | 'balance' | 'price' | 'own' | 'off' | 'state'

/**
 * Buys a work of its owner at the price of the open offer: the royalty goes to the charity, the rest to the seller. Refuses in
 * this order: no such work 40039 · restriction, country, pause · a price that is none 10016 · not offered, resale off, or the
 * caller's own 10020 · another price than the present one 40006 · balance 10011. The same key returns the same again.
 */
export const buyResold = (
  deps: CollectiblesDeps & { oneAtATime: OneAtATime },
  request: Request,
  call: Call,
): Promise<OwnedCollectible> =>
  purchase(deps, {
    route: keyRoutes.buyResold,
    request,
    call,
    find: () => mustFind(deps.db, request.nftId),
    write: (tx) => write(deps, tx, { request, call, now: deps.clock.now() }),
  })

/** Refuses what is not offered to this customer at this price now; returns the offer. */
function mustBeOffered(item: Item, offer: OpenOffer | undefined, { request, call, now }: Purchase): OpenOffer {
  if (item.status !== 'SOLD' || offer === undefined || item.offerPrice === null)
    throw refuse('collectibleState', { status: item.status })
  if (offer.customerId === call.session.customerId)
    throw refuse('collectibleState', { status: item.status, why: 'OWN' })
  if (offer.price !== request.price)
    throw refuse('quoteChanged', {
      quote: viewItem(item, { lang: call.lang, now }),
      price: usdtText(offer.price),
    })
  return offer
}

async function write(deps: CollectiblesDeps, tx: CollectiblesDb, bought: Purchase): Promise<bigint[]> {
  const { request, call, now } = bought
  const item = await lockItem(tx, request.nftId, now)
  await mustBeNew(deps, { route: keyRoutes.buyResold, call }, tx)
  if (item === undefined) throw refuse('notFound')
  const offer = mustBeOffered(item, await openOfferOf(tx, item.id), bought)
  const { accountId, customerId } = call.session
  const [id, nonce, no] = [randomUUID(), randomBytes(32), offer.transfer + 1]
  const at = Math.max(now, item.lastAt)
  const royalty = royaltyOf(request.price)
  const record = await signRecord(
    tx,
    { signer: deps.signer, itemId: item.id },
    {
      kind: 'resold',
      offer: offer.record,
      owner: no,
      who: bidderHash({ collectibleId: item.id, customerId, nonce: nonce.toString('hex') }, nodeCrypto),
      price: String(request.price),
      royalty: String(royalty),
      at,
    },
  )
  const asset = assetOfFunds[request.funds ?? 'REAL']
  const { rows } = await sql<{ outcome: Outcome; seller: bigint | null }>`
    select outcome, seller from collectibles.buy_again(row(${item.id}, ${no}, ${id}, null, ${offer.id}, ${accountId}, ${customerId},
      ${nonce}, ${item.charityId}, ${request.price}, ${royalty}, ${asset}, null, null, ${dateOf(at)}, null,
      null)::collectibles.resales, ${record.argument})`.execute(tx)
  const { outcome, seller } = rows[0] ?? { outcome: 'state', seller: null }
  if (outcome === 'balance') throw new FundsShort()
  if (outcome !== 'done' || seller === null) throw refuse('collectibleState', { status: item.status })
  await keepKey(deps, { route: keyRoutes.buyResold, call, ref: id }, tx)
  await notifyResold(deps, tx, { item, no, seller, buyer: accountId, price: request.price })
  return [accountId, seller]
}
