import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Hex } from '@evenhand/proofs/crypto.ts'
import { listingPayload } from '@evenhand/proofs/listing.ts'
import { merkleRoot } from '@evenhand/proofs/merkle.ts'
import { minutePayload, segmentHash, type Segment } from '@evenhand/proofs/segment.ts'
import { sql } from '../../kernel/db/db.ts'
import type { BatchToSeal, BooksDeps, BooksOptions } from './books.deps.ts'
import type { MinuteLeaves } from './books.store.ts'

// Hashed and appended without a pause, a dozen milliseconds.
const batchesAtOnce = 1_000
const minutesAtOnce = 5
const listingsAtOnce = 500
const segmentsAtOnce = 50

/** A position in the order of batches that is empty, and the transaction number below which the one that took it must lie. */
export type Gap = { readonly seq: bigint; readonly until: bigint }

/** The number of the oldest transaction that is still open, or of the next where none is. */
export async function oldestOpen({ db }: BooksDeps): Promise<bigint> {
  const { rows } = await sql<{ oldest: bigint }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returns a snapshot')
  return row.oldest
}

/**
 * A fresh transaction number: every transaction that is open now has a lower one. It is one of our own, because what a
 * snapshot calls its end is only past the last that ended, and younger ones may be open.
 */
export async function nextTransaction({ db }: BooksDeps): Promise<bigint> {
  const { rows } = await sql<{ own: bigint }>`select pg_current_xact_id()::text::bigint as own`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database returns a transaction number')
  return row.own
}

/** Committed batches with seq > `after`, in order of seq. */
type ReadBatches = BooksOptions['batchesToSeal']

/**
 * The batches that follow the last sealed one without a gap in their seq. A gap is either a transaction that is still
 * open or one that was rolled back: it is waited for until every transaction that was open when it was first seen has
 * ended, and only then passed over. So nothing is left behind, and the order of the log is the order of seq.
 */
export async function nextBatches(
  deps: BooksDeps,
  params: { read: ReadBatches; after: bigint; gap: Gap | undefined },
): Promise<{ batches: readonly BatchToSeal[]; gap: Gap | undefined; more: boolean }> {
  // Read first: what had ended by now is visible to the statement that follows.
  const oldest = await oldestOpen(deps)
  const found = await params.read({ after: params.after, limit: batchesAtOnce })
  const batches: BatchToSeal[] = []
  let last = params.after
  for (const batch of found) {
    const expected = last + 1n
    // Before the first batch nothing states where counting began.
    if (batch.seq !== expected && last >= 0n) {
      const ended = params.gap !== undefined && params.gap.seq === expected && oldest >= params.gap.until
      if (!ended) {
        const gap = params.gap?.seq === expected ? params.gap : { seq: expected, until: await nextTransaction(deps) }
        return { batches, gap, more: false }
      }
    }
    batches.push(batch)
    last = batch.seq
  }
  return { batches, gap: undefined, more: found.length === batchesAtOnce }
}

/** The leaf of each segment. A thousand instruments are sixty thousand ticks, so requests are let through in between. */
export async function leavesOf(segments: readonly Segment[]): Promise<Hex[]> {
  const leaves: Hex[] = []
  for (const [index, segment] of segments.entries()) {
    if (index % segmentsAtOnce === 0) await setImmediate()
    leaves.push(segmentHash(segment, nodeCrypto))
  }
  return leaves
}

/** The payload of a minute's record, from its leaves. */
export const payloadOf = (minute: number, leaves: readonly Hex[]): Hex =>
  minutePayload({ minute, size: leaves.length, root: merkleRoot(leaves, nodeCrypto) }, nodeCrypto)

/** The closed minutes after the last sealed one, each with a leaf an instrument and the payload of its record. */
export async function nextMinutes(
  { markets }: BooksDeps,
  after: bigint,
): Promise<{ minutes: readonly (MinuteLeaves & { payload: Hex })[]; more: boolean }> {
  const due = await markets.recordedMinutes({ after: Number(after), limit: minutesAtOnce })
  const minutes: (MinuteLeaves & { payload: Hex })[] = []
  for (const minute of due) {
    const segments = await markets.segments({ minute })
    const leaves = await leavesOf(segments)
    minutes.push({ minute, codes: segments.map(({ code }) => code), leaves, payload: payloadOf(minute, leaves) })
  }
  return { minutes, more: due.length === minutesAtOnce }
}

/** Operators' changes of listings after the last sealed one. Their seq has no gaps and rises in the order of commits. */
export async function nextListings(
  { markets }: BooksDeps,
  after: bigint,
): Promise<{ events: readonly { seq: number; payload: Hex }[]; more: boolean }> {
  const found = await markets.listingEvents({ after: Number(after), limit: listingsAtOnce })
  const events = found.map((event) => ({ seq: event.seq, payload: listingPayload(event, nodeCrypto) }))
  return { events, more: found.length === listingsAtOnce }
}
