import { getCharity, listCharities } from '@evenhand/protocol/charities.ts'
import { deliverNft } from '@evenhand/protocol/collectible-delivery.ts'
import { nftCertificate, nftImage } from '@evenhand/protocol/collectible-files.ts'
import { nftMetadata } from '@evenhand/protocol/collectible-tokens.ts'
import {
  buyResoldNft,
  listNftTransfers,
  listOwnOffers,
  offerNft,
  withdrawNftOffer,
} from '@evenhand/protocol/collectible-resale.ts'
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
  handle(listCharities, collectibles.charities),
  handle(getCharity, collectibles.charity),
  handle(protocol.bidNft, collectibles.bid),
  handle(protocol.buyNft, collectibles.buy),
  handle(listNftTransfers, collectibles.transfers),
  handle(offerNft, collectibles.offerAgain),
  handle(withdrawNftOffer, collectibles.withdrawOffer),
  handle(buyResoldNft, collectibles.buyResold),
  handle(listOwnOffers, collectibles.ownOffers),
  handle(nftCertificate, collectibles.certificate),
  handle(protocol.listOwnNft, collectibles.owned),
  handle(protocol.listOwnBids, collectibles.ownBids),
]
