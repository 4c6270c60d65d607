import type { Hex } from './crypto.ts'
import { continues, verifyHead, type SignedHead } from './head.ts'
import { verifyConsistency } from './merkle-log.ts'
import type { PublicKeys } from './public-keys.ts'

/** Why a log does not continue the one that was seen before, with the heads that show it. */
export class NotContinued extends Error {
  override name = 'NotContinued'
  readonly heads: readonly SignedHead[]

  constructor(why: string, heads: readonly SignedHead[]) {
    super(why)
    this.heads = heads
  }
}

/** Requests the path that proves the log of `size` records to begin with that of `earlier` records. */
export type ReadConsistency = (sizes: { earlier: number; size: number }) => Promise<readonly Hex[]>

/**
 * The heads of `shown`, in any order, that are newer than the last one seen, oldest first. Throws a NotContinued where one of
 * them is not signed by a known key, where the log is shorter than it was or another of the same length, or where it does not
 * begin with what was seen. `read` is called where heads in between are not shown any more.
 */
export async function newerHeads(
  last: SignedHead | undefined,
  shown: readonly SignedHead[],
  { keys, read }: { keys: PublicKeys; read: ReadConsistency },
): Promise<readonly SignedHead[]> {
  const heads = shown.toSorted((a, b) => a.size - b.size || a.time - b.time)
  for (const head of heads) {
    const publicKey = keys.byId.get(head.keyId)
    if (publicKey === undefined || !verifyHead(head, publicKey, keys.crypto))
      throw new NotContinued('a head is not signed by a key that was kept', [head])
  }
  const newest = heads.at(-1)
  if (newest === undefined) return []
  if (last !== undefined) mustReach(last, heads, newest)
  const newer =
    last === undefined
      ? heads
      : heads.filter(({ size, time }) => size > last.size || (size === last.size && time > last.time))
  let before = last
  for (const head of newer) {
    if (before !== undefined && !(await isContinued(before, head, { keys, read })))
      throw new NotContinued('the log does not begin with what was seen before', [before, head])
    before = head
  }
  return newer
}

/** The log is as long as it was, and of that length the same. */
function mustReach(last: SignedHead, heads: readonly SignedHead[], newest: SignedHead): void {
  if (newest.size < last.size) throw new NotContinued('the log is shorter than it was', [last, newest])
  const forked = heads.find(({ size, root }) => size === last.size && root !== last.root)
  if (forked !== undefined) throw new NotContinued('two heads of one size differ', [last, forked])
}

async function isContinued(
  before: SignedHead,
  head: SignedHead,
  { keys, read }: { keys: PublicKeys; read: ReadConsistency },
): Promise<boolean> {
  if (head.after === before.size) return continues(before, head, keys.crypto)
  const path = await read({ earlier: before.size, size: head.size })
  return (
    before.origin === head.origin &&
    before.time <= head.time &&
    verifyConsistency(before, head, { path, crypto: keys.crypto })
  )
}
