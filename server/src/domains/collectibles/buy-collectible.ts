import { randomBytes, randomUUID } from 'node:crypto'
import { isBuyNowOpen } from '@evenhand/proofs/collectibles/auction.ts'
import { bidderHash } from '@evenhand/proofs/collectibles/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { buyNft, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { FundsShort, keepKey, mustBeNew } from './call-keys.ts'
import { publishReleased } from './collectibles.events.ts'
import { notifyEnd } from './collectible-notices.ts'
import type { CollectiblesDb, CollectiblesDeps, Item } from './collectibles.deps.ts'
import { assetOfFunds, auctionOf, keyRoutes, usdtTextOrNull } from './collectibles.rules.ts'
import { bidderOf, findItem, leaderOf, lockItem } from './collectibles.store.ts'
import type { OneAtATime } from './place-bid.ts'
import { purchase } from './purchase.ts'
import { openedCeilings, signRecord } from './sign-record.ts'
import { viewItem } from './view-collectible.ts'

type Request = z.output<typeof buyNft.request>
type Purchase = { request: Request; call: Call; arrivedAt: number }

/**
 * Buys a collectible at its fixed price, or an auction's at its price to buy now; the whole price goes to the charity and
 * the leading bidder gets his hold back. Refuses in this order: no such collectible 40039 · restriction, country, pause · not for
 * sale 10020, or ended 40026 · another price than the present one 40006 · balance 10011. The same key returns the same again.
 */
export function buyCollectible(
  deps: CollectiblesDeps & { oneAtATime: OneAtATime },
  request: Request,
  call: Call,
): Promise<OwnedCollectible> {
  const arrivedAt = deps.clock.now()
  return purchase(deps, {
    route: keyRoutes.buy,
    request,
    call,
    find: async () => {
      if ((await findItem(deps.db, request.nftId)) === undefined) throw refuse('notFound')
    },
    write: (tx) => write(deps, tx, { request, call, arrivedAt }),
  })
}

/** Refuses what is not for sale at this price now. */
function mustBeForSale(item: Item, { request, call, arrivedAt }: Purchase): void {
  const auction = auctionOf(item, null)
  const isOver = item.status === 'SOLD' || item.status === 'UNSOLD' || item.status === 'DELIVERED'
  if (auction !== undefined && (isOver || (item.status === 'LIVE' && arrivedAt >= auction.endAt)))
    throw refuse('auctionEnded', { endAt: auction.endAt })
  if (item.status !== 'LISTED_FIXED' && (item.status !== 'LIVE' || item.price === null))
    throw refuse('collectibleState', { status: item.status })
  const price = auction === undefined || isBuyNowOpen(auction) ? item.price : null
  if (price !== request.price)
    throw refuse('quoteChanged', {
      quote: viewItem(item, { lang: call.lang, now: arrivedAt }),
      price: usdtTextOrNull(price),
    })
}

async function write(deps: CollectiblesDeps, tx: CollectiblesDb, bought: Purchase): Promise<bigint[]> {
  const { request, call, arrivedAt } = bought
  const item = await lockItem(tx, request.nftId, deps.clock.now())
  await mustBeNew(deps, { route: keyRoutes.buy, call }, tx)
  if (item === undefined || item.status === 'DRAFT') throw refuse('notFound')
  mustBeForSale(item, bought)
  const { accountId, customerId } = call.session
  const own = await bidderOf(tx, { itemId: item.id, accountId })
  const buyer = own?.no ?? item.bidders + 1
  const nonce = own?.nonce ?? randomBytes(32)
  const at = Math.max(arrivedAt, item.lastAt)
  const ceilings = await openedCeilings(tx, item.id)
  const leader = await leaderOf(tx, item.id)
  const record = await signRecord(
    tx,
    { signer: deps.signer, itemId: item.id },
    {
      kind: 'bought',
      buyer,
      who: bidderHash({ collectibleId: item.id, customerId, nonce: nonce.toString('hex') }, nodeCrypto),
      price: String(request.price),
      ceilings,
      at,
    },
  )
  const asset = assetOfFunds[request.funds ?? 'REAL']
  const { rows } = await sql<{ outcome: 'done' | 'balance' | 'price' | 'state'; voided: bigint | null }>`
    select outcome, voided from collectibles.buy(row(${item.id}, ${randomUUID()}, null, ${accountId}, ${customerId}, ${buyer}, ${nonce},
      ${item.charityId}, ${request.price}, ${asset}, null, ${dateOf(at)}, null, null)::collectibles.sales, ${record.argument})`.execute(
    tx,
  )
  const { outcome, voided } = rows[0] ?? { outcome: 'state', voided: null }
  if (outcome === 'balance') throw new FundsShort()
  if (outcome !== 'done') throw refuse('collectibleState', { status: item.status })
  await publishReleased(tx, leader)
  await keepKey(deps, { route: keyRoutes.buy, call, ref: item.id }, tx)
  await notifyEnd(deps, tx, { template: 'nft.won', item, accountId, amount: request.price })
  if (voided !== null)
    await notifyEnd(deps, tx, { template: 'nft.void', item, accountId: voided, amount: request.price })
  return voided === null ? [accountId] : [accountId, voided]
}
