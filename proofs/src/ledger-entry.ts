import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'
import { leafHash } from './merkle.ts'

/** What an entry moves on one account, free and held together, in smallest units as text: a hold moves nothing. */
export type EntryLine = readonly [account: string, asset: string, amount: string]

/** An entry of the ledger as it is sealed. Accounts by their names; `at` in epoch milliseconds. */
export type LedgerEntry = {
  /** Rises in the order entries were written; a number whose transaction was rolled back is never used. */
  readonly seq: number
  readonly at: number
  readonly kind: string
  /** What it was written for: an order, a deposit, a withdrawal, a request … by its id. */
  readonly ref: string
  /** The one customer's account it touches, or null. */
  readonly owner: string | null
  readonly lines: readonly EntryLine[]
}

type Hash = Pick<Crypto, 'sha256'>

/** The leaf of an entry under its run: SHA-256(0x00 ‖ written form of its fields in their order). */
export const entryHash = (entry: LedgerEntry, crypto: Hash): Hex =>
  leafHash(
    canonicalList(['evenhand.entry.1', entry.seq, entry.at, entry.kind, entry.ref, entry.owner, entry.lines]),
    crypto,
  )

/** A run of entries under one record: every entry after the number `after`, up to and including `upto`. */
export type EntryRun = { readonly after: number; readonly upto: number; readonly size: number; readonly root: Hex }

/** The payload of a run's record: SHA-256 of its bounds, its number of entries, and the root over their leaves. */
export const entryRunPayload = ({ after, upto, size, root }: EntryRun, crypto: Hash): Hex =>
  crypto.sha256(canonicalList(['evenhand.entries.1', after, upto, size, root]))
