import type { AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import type { Finding, LedgerFinding } from '@evenhand/proofs/findings.ts'
import type { CloseReason } from '@evenhand/protocol/states.ts'

/** Files that carry proofs. */
export const checkedKinds = [
  'receipt',
  'contract',
  'collectible',
  'liabilities',
  'ticks',
  'heads',
  'acts',
  'ledger',
] as const
/** Files that we export to be read: nothing in them leads to the log. */
export type ReadingKind = 'statement' | 'sealedPdf' | 'transactions' | 'ticksTable' | 'dataExport'
/** What a file is, by its content. `unknown`: none of ours. */
export type FileKind = (typeof checkedKinds)[number] | ReadingKind | 'unknown'

/** Where something stands, in the terms of who reads it. Times are epoch milliseconds. */
export type Location =
  | { readonly is: 'minute'; readonly at: number }
  | { readonly is: 'act' | 'entry' | 'line'; readonly no: number }
  | { readonly is: 'entries'; readonly from: number; readonly to: number }
  | { readonly is: 'head'; readonly at: number; readonly size: number }
/** `summed`: a published sum is not that of the leaves. */
export type Fault = (AuctionFault | LedgerFinding | (Omit<Finding, 'is'> & { readonly is: 'summed' })) & {
  readonly location?: Location | undefined
}

/** A signed head that has to come from elsewhere: how many records it covers, and when it was signed. */
export type NeededHead = { readonly size: number; readonly time: number }

/** What came of checking one file. */
export type CheckedFile = {
  /** Its name, or the names of the files with heads, which are checked together. */
  readonly name: string
  readonly kind: FileKind
  /**
   * `waits`: it is checked against heads that were kept outside it, and they are not there. `empty`: nothing in it is sealed
   * yet. `none`: a file that carries nothing to check.
   */
  readonly state: 'right' | 'wrong' | 'waits' | 'empty' | 'none'
  /** The order's number and code, the collectible's id, or the instrument and its days. */
  readonly about: string
  /** What closed a contract, where its customer did not. */
  readonly closedBy?: Exclude<CloseReason, 'USER'> | undefined
  /** How many prices, actions, entries, heads or leaves were proved. */
  readonly count: number
  /** Of prices, how many sealed minutes they are in; of actions and statements, how many newer ones are not sealed yet. */
  readonly more: number
  readonly findings: readonly Fault[]
  /** What cannot be decided from the file yet; no fault by itself. */
  readonly notes: readonly Finding[]
  /** What was computed again, in signs that need no translation. */
  readonly lines: readonly string[]
  readonly needed?: NeededHead | undefined
}

/** What every result begins as. */
export const blank = { about: '', count: 0, more: 0, findings: [], notes: [], lines: [] } as const
