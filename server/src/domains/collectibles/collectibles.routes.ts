import { deliverNft } from '@evenhand/protocol/collectible-delivery.ts'
import { nftCertificate, nftImage } from '@evenhand/protocol/collectible-files.ts'
import { nftMetadata } from '@evenhand/protocol/collectible-tokens.ts'
import * as protocol from '@evenhand/protocol/collectibles.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Collectibles } from './index.ts'

/** Requests of customers and visitors about collectibles and their charities. */
export const collectiblesRoutes = (collectibles: Collectibles): Mounted[] => [
  handle(protocol.listNft, collectibles.list),
  handle(protocol.getNft, collectibles.one),
  handle(protocol.listNftBids, collectibles.bids),
  handle(nftImage, collectibles.image),
  handle(nftMetadata, collectibles.metadata),
  handle(deliverNft, collectibles.deliver),
  handle(protocol.listCharities, collectibles.charities),
  handle(protocol.getCharity, collectibles.charity),
  handle(protocol.bidNft, collectibles.bid),
  handle(protocol.buyNft, collectibles.buy),
  handle(nftCertificate, collectibles.certificate),
  handle(protocol.listOwnNft, collectibles.owned),
  handle(protocol.listOwnBids, collectibles.ownBids),
]
