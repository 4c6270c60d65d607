import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'

/** A change of what a customer guards himself with, as it is signed and sealed. */
export type RecordedSafeguard = {
  /** Rises by one in the order of commits. */
  readonly seq: number
  readonly customerId: string
  /** `limit <name>`, `pause <id>`, `risk <product>`, `quiz <attempt>`. */
  readonly subject: string
  /** What holds from then on, part by part; `none` where nothing does. */
  readonly state: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** The payload of a change's record in the log: SHA-256 of its content. */
export const safeguardPayload = (
  { seq, customerId, subject, state, at }: RecordedSafeguard,
  crypto: Pick<Crypto, 'sha256'>,
): Hex => crypto.sha256(canonicalList(['evenhand.safeguard.1', seq, customerId, subject, state, at]))

/** What the installation signs of a change. */
export const safeguardMessage = (params: RecordedSafeguard, crypto: Pick<Crypto, 'sha256'>): string =>
  `evenhand.safeguard.1 ${safeguardPayload(params, crypto)}`
