/**
 * What a verifier can find wrong. `notJson`: no document. `missing`, `added`, `repeated`, `reordered`, `malformed`: its
 * form. `changed`: a value is not what was signed. `unsigned`: a signature does not fit what it covers. `otherKey`: signed
 * with a key that was not given. `path`: the receipt does not lead to its batch's root. `recomputed`: the rules give
 * another value from the same ticks. `gap`: ticks do not follow one another. `unsealed`: a tick is not in the sealed
 * minutes. `leftOut`: a sealed tick is not in the document. `seal`: a proof does not lead to the signed head.
 * `open`: no wrong, but a tick that would show that none is left out is not there yet.
 * `broken`: a head does not continue the one before. `fork`: two heads of one size differ.
 */
export const findingKinds = [
  'notJson',
  'missing',
  'added',
  'repeated',
  'reordered',
  'malformed',
  'changed',
  'unsigned',
  'otherKey',
  'path',
  'recomputed',
  'gap',
  'unsealed',
  'leftOut',
  'seal',
  'open',
  'broken',
  'fork',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** One thing that differs: what it is and where it stands; `expected` and `found` where there are two values to show. */
export type Finding = {
  readonly is: FindingKind
  readonly at: string
  readonly expected?: string
  readonly found?: string
}

/** The same of an export of the ledger: lines of an entry that do not sum to zero, a customer below zero after an entry. */
export type LedgerFinding = Omit<Finding, 'is'> & { readonly is: FindingKind | 'unbalanced' | 'overdrawn' }
