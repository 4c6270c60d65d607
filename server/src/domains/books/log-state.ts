import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { SignedHead } from '@evenhand/proofs/head.ts'
import { verifyHead } from '@evenhand/proofs/head.ts'
import { logRoot, subtreesOf, type LogEnd, type LogPoint, type ReadSubtree } from '@evenhand/proofs/merkle-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { headSigned, logEnd, newestHeads, withSubtrees, type NumberedHead } from './books.store.ts'
import { nothingAwaited, type EntryWait } from './gather-entries.ts'
import type { Gap } from './gather-records.ts'
import { lastHeadIn } from './head-files.ts'
import { LogBroken } from './log-broken.ts'

/** The end of the log in memory. */
export type LogState = {
  log: LogEnd
  head: NumberedHead | undefined
  /** Newest sealed minute and batch, −1 before the first, and listing, 0 before it. */
  ticks: bigint
  receipts: bigint
  listings: bigint
  /** Newest sealed audit entry, 0 before the first. */
  acts: bigint
  /** Newest sealed conversion, 0 before the first. */
  conversions: bigint
  /** Newest sealed entry, 0 before the first; and what is waited for before the next are sealed. */
  entries: bigint
  entryWait: EntryWait
  gap: Gap | undefined
  /** Newest sealed batch of records of contracts, 0 before the first; and the gap that is waited for before the next. */
  contracts: bigint
  contractsGap: Gap | undefined
  /** Newest sealed change of customers' safeguards, 0 before the first. */
  safeguards: bigint
  /** Newest sealed record of a collectible, 0 before the first. */
  collectibles: bigint
  /** Newest sealed statement of liabilities, 0 before the first. */
  liabilities: bigint
  /** By folder, the number of the newest head in its files; 0 before the first. */
  written: Map<string, number>
}

const endAt = (size: number, read: ReadSubtree): LogEnd => ({
  size,
  subtrees: subtreesOf(0, size).map(({ level, index }) => ({ level, index, hash: read(level, index) })),
})

async function mustContain(
  deps: BooksDeps,
  point: LogPoint & { what: string; size: number },
  length: number,
): Promise<void> {
  const { what, size, root } = point
  if (size > length) throw new LogBroken(`${what} proves ${size} records, and the log has ${length}`)
  const found = await withSubtrees(deps.db, (read) => logRoot(endAt(size, read), nodeCrypto))
  if (found !== root) throw new LogBroken(`${what} proves another log of ${size} records than the one in the database`)
}

/** The head in a folder's files, which must be ours, known and contained in the log. Returns its number. */
async function numberIn(deps: BooksDeps, dir: string, length: number): Promise<number> {
  const outside = lastHeadIn(dir)
  if (outside === undefined) return 0
  if (!isOurHead(deps, outside))
    throw new LogBroken(`the last head in ${dir} is not signed with a key of this installation`)
  await mustContain(deps, { what: `the last head in ${dir}`, size: outside.size, root: outside.root }, length)
  const known = await headSigned(deps.db, outside)
  if (known === undefined)
    throw new LogBroken(`the last head in ${dir} was signed by this installation, and its database does not know it`)
  return known.no
}

/** Whether the key that a head names is one of this installation, present or former, and signed it. */
export function isOurHead({ signing }: BooksDeps, head: SignedHead): boolean {
  const publicKey = signing.publicKeyOf(head.keyId)
  return publicKey !== undefined && verifyHead(head, publicKey, nodeCrypto)
}

/**
 * Reads where the log ends and holds it against every head that was signed before: the newest in the database and the
 * newest in each folder outside it. Throws a LogBroken when one of them proves something that is not there, so that a
 * start after a crash, or on an older copy of the database, never signs a second history.
 */
export async function loadLog(deps: BooksDeps): Promise<LogState> {
  const { size, entries, ...ends } = await logEnd(deps.db)
  const [head] = await newestHeads(deps.db, 1)
  if (head !== undefined)
    await mustContain(deps, { what: 'the last head in the database', size: head.size, root: head.root }, size)
  const written = new Map<string, number>()
  for (const dir of deps.headDirs) written.set(dir, await numberIn(deps, dir, size))
  const log = await withSubtrees(deps.db, (read) => endAt(size, read))
  return {
    log,
    head,
    ...ends,
    entries,
    entryWait: nothingAwaited,
    gap: undefined,
    contractsGap: undefined,
    written,
  }
}
