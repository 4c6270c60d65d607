import { canonicalList } from './canonical.ts'
import type { Crypto, Hex, Signer } from './crypto.ts'

/** A figure of the installation, computed from its records. `value` is null where it has no basis. */
export type PublicFigure = {
  readonly name: string
  readonly value: string | null
  /** Epoch milliseconds of the records it was computed from. */
  readonly asOf: number
  readonly formula: string
  /** Which statement counted it, by name and version; null where nothing is counted. */
  readonly query: string | null
  /** SHA-256 of that statement's SQL. */
  readonly sqlHash: Hex | null
}

export type FigureStatement = {
  readonly v: 1
  readonly origin: string
  readonly at: number
  readonly figures: readonly PublicFigure[]
}
export type SignedFigures = FigureStatement & { readonly keyId: string; readonly signature: Hex }

const message = ({ origin, at, figures }: FigureStatement): string =>
  canonicalList([
    'evenhand.figures.1',
    origin,
    at,
    figures.map(({ name, value, asOf, formula, query, sqlHash }) => [name, value, asOf, formula, query, sqlHash]),
  ])

/** The statement under a signature over every field of every figure. */
export const signFigures = (statement: FigureStatement, signer: Signer): SignedFigures => ({
  ...statement,
  keyId: signer.keyId,
  signature: signer.sign(message(statement)),
})

/** True when the key signed exactly these figures. Whether a hash is that of some SQL is checked by the reader who has the SQL. */
export const verifyFigures = (signed: SignedFigures, publicKey: Hex, crypto: Crypto): boolean =>
  crypto.verify({ publicKey, message: message(signed), signature: signed.signature })
