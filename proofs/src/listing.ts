import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** An operator's change of an instrument's listing as it is published. `at` in epoch milliseconds. */
export type ListingEvent = {
  readonly seq: number
  readonly code: string
  readonly state: string
  readonly reason: string | null
  readonly note: string | null
  readonly at: number
}

/** The payload of such a change's record in the log: SHA-256 of its published fields in their order. */
export const listingPayload = (event: ListingEvent, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(
    canonicalList(['evenhand.listing.1', event.seq, event.code, event.state, event.reason, event.note, event.at]),
  )
