import type { buyNft, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { FundsShort, isKnown, KeyTaken, shortOf } from './call-keys.ts'
import type { CollectiblesDb, CollectiblesDeps } from './collectibles.deps.ts'
import { mustBePrice, type keyRoutes } from './collectibles.rules.ts'
import { mustOwn } from './list-collectibles.ts'
import type { OneAtATime } from './place-bid.ts'

type Purchase = {
  route: (typeof keyRoutes)[keyof typeof keyRoutes]
  request: z.output<typeof buyNft.request>
  call: Call
  /** Refuses a collectible that is not there. */
  find: () => Promise<unknown>
  /** Writes the purchase in its transaction; returns the accounts whose money moved. */
  write: (tx: CollectiblesDb) => Promise<bigint[]>
}

/**
 * What every purchase of a collectible has around its writing: one at a time of a collectible, and one of a key, which
 * returns the same again. Refuses, after what `find` does: restriction, country, pause · a price that is none 10016 · what
 * `write` and `shortOf` do.
 */
export async function purchase(
  deps: CollectiblesDeps & { oneAtATime: OneAtATime },
  { route, request, call, find, write }: Purchase,
): Promise<OwnedCollectible> {
  if (await isKnown(deps, { route, call })) return mustOwn(deps, request.nftId, call)
  await find()
  await deps.mayBid({ session: call.session, ip: call.ip })
  mustBePrice(request.price)
  const accounts = await deps
    .oneAtATime(request.nftId, () => deps.db.transaction().execute(write))
    .catch(async (cause: unknown): Promise<bigint[]> => {
      if (cause instanceof KeyTaken) return []
      throw cause instanceof FundsShort
        ? await shortOf(deps, { call, funds: request.funds, needed: request.price })
        : cause
    })
  deps.moved(accounts)
  deps.changed(request.nftId)
  return mustOwn(deps, request.nftId, call)
}
