import type {
  bidNft,
  buyNft,
  getNft,
  listNft,
  listNftBids,
  listOwnBids,
  listOwnNft,
} from '@evenhand/protocol/collectibles.ts'
import type { getCharity, listCharities } from '@evenhand/protocol/charities.ts'
import type { deliverNft } from '@evenhand/protocol/collectible-delivery.ts'
import type { nftCertificate } from '@evenhand/protocol/collectible-files.ts'
import type {
  buyResoldNft,
  listNftTransfers,
  listOwnOffers,
  offerNft,
  withdrawNftOffer,
} from '@evenhand/protocol/collectible-resale.ts'
import type { nftMetadata } from '@evenhand/protocol/collectible-tokens.ts'
import * as z from 'zod/mini'
import { createKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Call } from '../../kernel/http/http.ts'
import { buyCollectible } from './buy-collectible.ts'
import { buyResold } from './buy-resold.ts'
import { allCharities, oneCharity } from './charities.ts'
import { certificate } from './certificate.ts'
import { createImages } from './collectible-image.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'
import { listBids, listItems, listOwned, listOwnParts, oneItem } from './list-collectibles.ts'
import { listOwnOffersOf, listTransfers } from './list-resales.ts'
import { offerAgain, withdrawOffer } from './offer-again.ts'
import { placeBid } from './place-bid.ts'
import { openDeliveryJob } from './delivery-job.ts'
import { deliverCollectible } from './request-delivery.ts'
import { endsLag, resumeAuctions, runDueAuctions } from './settle-auctions.ts'
import { tokenMetadata } from './token-metadata.ts'

export { auditAuctions } from './audit-auctions.ts'
export { collectibleCauses } from './collectibles.causes.ts'
export { collectiblesModule } from './collectibles.module.ts'
export { leadsAuction } from './leads-auction.ts'
export type { CollectiblesConsoleDeps } from './collectibles.console.ts'
export type { CollectiblesDeps, Tokens } from './collectibles.deps.ts'
export { openSandboxCollectibles } from './open-collectibles.ts'
export { recordsAfter, recordsOfItem } from './sign-record.ts'
export { withoutBids } from './without-bids.ts'

/** Charity collectibles: what is offered, bids and their end, purchases, and the charities that receive every price. */
export function createCollectibles(deps: CollectiblesDeps) {
  const mutex = createKeyedMutex()
  const acting = { ...deps, oneAtATime: mutex.run.bind(mutex) }
  let lagMs = 0
  return {
    deps,
    list: (request: z.output<typeof listNft.request>, call: Call) => listItems(deps, request, call),
    one: (request: z.output<typeof getNft.request>, call: Call) => oneItem(deps, request, call),
    bids: (request: z.output<typeof listNftBids.request>) => listBids(deps, request),
    image: createImages(deps.db),
    metadata: (request: z.output<typeof nftMetadata.request>) => tokenMetadata(deps, request),
    deliver: (request: z.output<typeof deliverNft.request>, call: Call) => deliverCollectible(deps, request, call),
    charities: (_request: z.output<typeof listCharities.request>, call: Call) => allCharities(deps, call),
    charity: (request: z.output<typeof getCharity.request>, call: Call) => oneCharity(deps, request, call),
    bid: (request: z.output<typeof bidNft.request>, call: Call) => placeBid(acting, request, call),
    buy: (request: z.output<typeof buyNft.request>, call: Call) => buyCollectible(acting, request, call),
    transfers: (request: z.output<typeof listNftTransfers.request>) => listTransfers(deps, request),
    offerAgain: (request: z.output<typeof offerNft.request>, call: Call) => offerAgain(acting, request, call),
    withdrawOffer: (request: z.output<typeof withdrawNftOffer.request>, call: Call) =>
      withdrawOffer(acting, request, call),
    buyResold: (request: z.output<typeof buyResoldNft.request>, call: Call) => buyResold(acting, request, call),
    ownOffers: (request: z.output<typeof listOwnOffers.request>, call: Call) => listOwnOffersOf(deps, request, call),
    certificate: (request: z.output<typeof nftCertificate.request>, call: Call) => certificate(deps, request, call),
    owned: (request: z.output<typeof listOwnNft.request>, call: Call) => listOwned(deps, request, call),
    ownBids: (request: z.output<typeof listOwnBids.request>, call: Call) => listOwnParts(deps, request, call),
    /** Starts and ends what is due now; the job of the process with the clock. Returns how many auctions ended. */
    async runDue(): Promise<number> {
      lagMs = await endsLag(deps.db, deps.clock.now())
      const ended = await runDueAuctions(deps)
      lagMs = await endsLag(deps.db, deps.clock.now())
      return ended
    },
    /** Brings works to the addresses of their owners; undefined where this installation delivers on no chain. */
    deliveries: deps.tokens === undefined ? undefined : openDeliveryJob({ ...deps, tokens: deps.tokens }),
    /** Moves the ends that fell into the time the installation was stopped; before the first job. */
    resume: () => resumeAuctions(deps),
    /** How long the oldest end that has passed waits, as this process knows. */
    lagMs: () => lagMs,
  }
}

export type Collectibles = ReturnType<typeof createCollectibles>
