import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Hex } from '@evenhand/proofs/crypto.ts'
import { entryHash, entryRunPayload, type LedgerEntry } from '@evenhand/proofs/ledger-entry.ts'
import { merkleRoot } from '@evenhand/proofs/merkle.ts'
import type { BooksDeps } from './books.deps.ts'
import type { RunLeaves } from './books.store.ts'
import { nextTransaction, oldestOpen } from './gather-records.ts'

/** Entries under one record at most; what a check that names one reads at once. */
export const entriesARun = 5_000
const runsAtOnce = 4
const hashedAtOnce = 200

/**
 * A number of the ledger's and the transaction number below which the one that drew it, or an earlier one, must lie. `since`
 * when it was first waited for, epoch milliseconds.
 */
export type EntryMark = { readonly upto: bigint; readonly until: bigint; readonly since: number }
export type SealedRun = RunLeaves & { readonly payload: Hex }

/** The leaf of each entry; requests are let through in between. */
export async function entryLeaves(entries: readonly LedgerEntry[]): Promise<Hex[]> {
  const leaves: Hex[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % hashedAtOnce === 0) await setImmediate()
    leaves.push(entryHash(entry, nodeCrypto))
  }
  return leaves
}

/** The payload of a run's record. `after` is the last number of the run before, 0 before the first. */
export const runPayload = (after: bigint, { upto, leaves }: Pick<RunLeaves, 'upto' | 'leaves'>): Hex =>
  entryRunPayload(
    { after: Number(after), upto: Number(upto), size: leaves.length, root: merkleRoot(leaves, nodeCrypto) },
    nodeCrypto,
  )

/** Up to which number all that was drawn has come, where that is known; and what is waited for before the next is. */
export type EntryWait = { readonly safe: bigint | undefined; readonly mark: EntryMark | undefined }
export const nothingAwaited: EntryWait = { safe: undefined, mark: undefined }

async function readWait(deps: BooksDeps, mark: EntryMark | undefined): Promise<EntryWait> {
  const passed = mark !== undefined && (await oldestOpen(deps)) >= mark.until ? mark.upto : undefined
  if (mark !== undefined && passed === undefined) return { safe: undefined, mark }
  // The number first: the transaction that drew it had a number by then, and it is below the one that is taken now.
  const upto = await deps.ledger.lastEntryNumber()
  const until = await nextTransaction(deps)
  if ((await oldestOpen(deps)) >= until) return { safe: upto, mark: undefined }
  return { safe: passed, mark: { upto, until, since: deps.clock.now() } }
}

/**
 * The runs of entries that follow the last sealed one and that nothing can precede any more: those up to a number for
 * which every transaction that was open when it was drawn has ended. A late commit with a lower number is therefore always
 * in its place. Returns what is still waited for, and whether there are more runs at once.
 */
export async function nextRuns(
  deps: BooksDeps,
  params: { after: bigint; wait: EntryWait },
): Promise<{ runs: readonly SealedRun[]; wait: EntryWait; more: boolean }> {
  const { safe, mark } = params.wait.safe === undefined ? await readWait(deps, params.wait.mark) : params.wait
  if (safe === undefined) return { runs: [], wait: { safe, mark }, more: false }
  const { runs, more } = await readRuns(deps, { after: params.after, upto: safe })
  return { runs, wait: { safe: more ? safe : undefined, mark }, more }
}

async function readRuns(
  { ledger }: BooksDeps,
  { after, upto }: { after: bigint; upto: bigint },
): Promise<{ runs: SealedRun[]; more: boolean }> {
  const runs: SealedRun[] = []
  let last = after
  while (last < upto && runs.length < runsAtOnce) {
    const entries = await ledger.sealedEntries({ after: last, upto, limit: entriesARun })
    const end = entries.at(-1)
    if (end === undefined) return { runs, more: false }
    const run = { upto: BigInt(end.seq), seqs: entries.map(({ seq }) => seq), leaves: await entryLeaves(entries) }
    runs.push({ ...run, payload: runPayload(last, run) })
    last = run.upto
    if (entries.length < entriesARun) return { runs, more: false }
  }
  return { runs, more: runs.length === runsAtOnce }
}
