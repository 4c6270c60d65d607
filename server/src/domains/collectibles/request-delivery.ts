import type { deliverNft } from '@evenhand/protocol/collectible-delivery.ts'
import { tokenIdOf } from '@evenhand/protocol/collectible-tokens.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'
import { findItem } from './collectibles.store.ts'
import { lastAddress, requestDelivery } from './delivery.store.ts'
import { mustOwn } from './list-collectibles.ts'

/**
 * Keeps the address that the owner of a sold work wants its token at; a job mints it there. Refuses in this order: not the
 * caller's, or no chain to deliver on 40039 · legal hold 10008 · no address, neither now nor before 10021 · no address of the
 * chain 40020 · on its way or there, or offered to others 10020.
 */
export async function deliverCollectible(
  deps: CollectiblesDeps,
  { nftId, address: typed }: z.output<typeof deliverNft.request>,
  call: Call,
): Promise<OwnedCollectible> {
  const { tokens, db, clock } = deps
  const { accountId, customerId } = call.session
  if (tokens === undefined) throw refuse('notFound')
  await mustOwn(deps, nftId, call)
  await deps.mayLeave(customerId)
  const text = typed?.trim() ?? (await lastAddress(db, accountId)) ?? ''
  if (text === '') throw refuse('addressMissing')
  const address = tokens.addressOn(text)
  if (address === undefined || address === tokens.contract)
    throw refuse('dataIncomplete', { fields: [{ field: 'address', reason: 'unfit' }] })
  const { name: chain, contract } = tokens
  const requested = { itemId: nftId, accountId, address, chain, contract, tokenId: tokenIdOf(nftId), at: clock.now() }
  const outcome = await requestDelivery(db, requested)
  if (outcome === 'owner') throw refuse('notFound')
  const owned = await mustOwn(deps, nftId, call)
  // The same address again is the same wish, however far it is.
  const isOffered = owned.resaleBlock === 'OFFERED'
  if (outcome === 'state' && (isOffered || owned.delivery?.address !== address))
    throw refuse('collectibleState', {
      status: (await findItem(db, nftId))?.status,
      ...(isOffered && { why: 'OFFERED' }),
    })
  return owned
}
