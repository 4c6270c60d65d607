import { canonicalList } from '../canonical.ts'
import type { Crypto, Hex } from '../crypto.ts'

type Hash = Pick<Crypto, 'sha256'>

/** A maximum as it is opened at the end: the number of the record of its bid, the amount, and what it was hidden with. */
export type OpenedCeiling = readonly [record: number, ceiling: string, nonce: Hex]

/**
 * What is signed of a collectible, a record an action. Amounts in smallest units of USDT as text, times in epoch milliseconds.
 * Bidders are numbers; `who` binds one to a customer without a name, `ceiling` a maximum without its amount.
 */
export type CollectibleRecord = { readonly at: number } & (
  | {
      readonly kind: 'listed'
      readonly mode: string
      readonly startPrice: string | null
      readonly price: string | null
      readonly startAt: number | null
      readonly endAt: number | null
      readonly image: Hex
      readonly charity: string
    }
  | {
      readonly kind: 'bid'
      readonly bidder: number
      readonly who: Hex
      readonly amount: string
      readonly ceiling: Hex
      readonly steps: readonly (readonly [bidder: number, amount: string, automatic: boolean])[]
      readonly leader: number
      readonly current: string
      readonly endAt: number
    }
  | { readonly kind: 'resumed'; readonly stoppedAt: number; readonly endAt: number }
  | {
      readonly kind: 'bought'
      readonly buyer: number
      readonly who: Hex
      readonly price: string
      readonly ceilings: readonly OpenedCeiling[]
    }
  | {
      readonly kind: 'ended'
      readonly winner: number | null
      readonly price: string | null
      readonly ceilings: readonly OpenedCeiling[]
    }
  | { readonly kind: 'delisted' }
  /** The owner by transfer `owner` sells it for `price`. */
  | { readonly kind: 'offered'; readonly owner: number; readonly price: string }
  /** Takes back the offer that record `offer` made. */
  | { readonly kind: 'withdrawn'; readonly offer: number }
  /** Bought by that offer: transfer `owner` is its buyer's, and `royalty` of the price the charity's. */
  | {
      readonly kind: 'resold'
      readonly offer: number
      readonly owner: number
      readonly who: Hex
      readonly price: string
      readonly royalty: string
    }
)

/** A record where it stands: among those of all collectibles, and among those of its own. `body` is its JSON as it was signed. */
export type KeptRecord = {
  /** Rises by one in the order of commits. */
  readonly seq: number
  readonly collectibleId: string
  /** Counts the records of this collectible from 1. */
  readonly no: number
  readonly body: string
}

/** The payload of a record in the log: SHA-256 of what it states and where it stands. */
export const collectiblePayload = ({ seq, collectibleId, no, body }: KeptRecord, crypto: Hash): Hex =>
  crypto.sha256(canonicalList(['evenhand.collectible.1', seq, collectibleId, no, body]))

/** What the installation signs of a record. */
export const collectibleMessage = (params: KeptRecord, crypto: Hash): string =>
  `evenhand.collectible.1 ${collectiblePayload(params, crypto)}`

/** What hides a maximum until the end; the nonce is 32 random bytes. */
export const ceilingHash = (
  params: { collectibleId: string; bidder: number; ceiling: string; nonce: Hex },
  crypto: Hash,
): Hex =>
  crypto.sha256(
    canonicalList(['evenhand.ceiling.1', params.collectibleId, params.bidder, params.ceiling, params.nonce]),
  )

/** What binds a bidder's number to a customer, who has the nonce in his export. */
export const bidderHash = (params: { collectibleId: string; customerId: string; nonce: Hex }, crypto: Hash): Hex =>
  crypto.sha256(canonicalList(['evenhand.bidder.1', params.collectibleId, params.customerId, params.nonce]))
