import { canonicalList, type Canonical } from '../canonical.ts'
import type { Crypto, Hex, Signer } from '../crypto.ts'

/**
 * Of an asset, smallest units as text: what customers own by the tree, what custody keeps, and the house's own coins, from which
 * custody is filled within seconds when customers win or convert; null of what is kept apart for nobody.
 */
export type LiabilityAsset = {
  readonly asset: string
  /** Decimals of the asset: 6 for USDT. */
  readonly scale: number
  readonly owed: string
  readonly custody: string | null
  readonly own: string | null
}

/** What the house owed all its customers at a moment, as the root of a tree of sums in which each of them is a leaf. */
export type LiabilitiesStatement = {
  readonly v: 1
  readonly origin: string
  /** The UTC day, counted from 1970-01-01; every leaf is of one epoch. */
  readonly epoch: number
  /** Epoch milliseconds of the record in the log that sealed the entry below. */
  readonly at: number
  /** The last entry of the ledger that counts. Balances are those after it. */
  readonly entry: number
  /** A tree of 2^depth leaves, of which so many are of customers; one of large balances has several. */
  readonly depth: number
  readonly leaves: number
  readonly root: Hex
  readonly assets: readonly LiabilityAsset[]
  /** No chain stands behind the custody of a sandbox. */
  readonly simulated: boolean
}
export type SignedLiabilities = LiabilitiesStatement & { readonly keyId: string; readonly signature: Hex }

const fieldsOf = (statement: LiabilitiesStatement): Canonical[] => [
  statement.origin,
  statement.epoch,
  statement.at,
  statement.entry,
  statement.depth,
  statement.leaves,
  statement.root,
  statement.assets.map(({ asset, scale, owed, custody, own }) => [asset, scale, owed, custody, own]),
  statement.simulated,
]

const message = (statement: LiabilitiesStatement): string =>
  canonicalList(['evenhand.liabilities.1', ...fieldsOf(statement)])

/** The statement under a signature over every field. */
export const signLiabilities = (statement: LiabilitiesStatement, signer: Signer): SignedLiabilities => ({
  ...statement,
  keyId: signer.keyId,
  signature: signer.sign(message(statement)),
})

/** True when the key signed exactly this statement. */
export const verifyLiabilities = (signed: SignedLiabilities, publicKey: Hex, crypto: Crypto): boolean =>
  crypto.verify({ publicKey, message: message(signed), signature: signed.signature })

/** The payload of the statement's record in the log: SHA-256 of its fields and its signature. */
export const liabilitiesPayload = (signed: SignedLiabilities, crypto: Pick<Crypto, 'sha256'>): Hex =>
  crypto.sha256(canonicalList(['evenhand.liabilities-record.1', ...fieldsOf(signed), signed.keyId, signed.signature]))
