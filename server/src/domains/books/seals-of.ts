import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { logInclusionPath } from '@evenhand/proofs/merkle-log.ts'
import { inclusionPath } from '@evenhand/proofs/merkle.ts'
import type { ReceiptSettlement, ReceiptTick, SealedRecord, SealedSegment, Seals } from '@evenhand/proofs/receipt.ts'
import type { Segment } from '@evenhand/proofs/segment.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { BooksDeps } from './books.deps.ts'
import { LogBroken } from './log-broken.ts'
import {
  minuteLeaves,
  newestHeads,
  published,
  recordsOf,
  withSubtrees,
  type NumberedHead,
  type SourcedRecord,
} from './books.store.ts'

/** A signed head as it stands inside another document. */
export const headInside = (head: NumberedHead): Seals['head'] => {
  const { after: _after, consistency: _consistency, ...inside } = published(head)
  return inside
}

/**
 * Records with their paths to a head; those it does not cover yet are left out, and all while
 * a node is missing that their paths need.
 */
export async function sealedRecords(
  deps: Pick<BooksDeps, 'db'>,
  params: { records: readonly SourcedRecord[]; head: NumberedHead },
): Promise<ReadonlyMap<bigint, SealedRecord>> {
  const { size } = params.head
  const covered = params.records.filter(({ seq }) => seq < size)
  const paths = await withSubtrees(deps.db, (read) =>
    covered.map(({ seq }) => logInclusionPath({ index: seq, size }, read, nodeCrypto)),
  ).catch((cause: unknown) => {
    // A node that is gone is found by the check; a document without its proof is still a document.
    if (cause instanceof LogBroken) return undefined
    throw cause
  })
  if (paths === undefined) return new Map()
  return new Map(
    covered.map(({ source, seq, type, time, actor }, index) => [
      source,
      { seq, type, time, actor, path: paths[index] ?? [] },
    ]),
  )
}

/** The sealed minutes of one instrument, as documents carry them, rising; minutes without a seal or ticks are left out. */
export async function sealedSegments(
  deps: BooksDeps,
  params: { code: string; minutes: readonly number[]; head: NumberedHead },
): Promise<SealedSegment[]> {
  const records = await recordsOf(deps.db, { type: 'ticks', sources: params.minutes.map(BigInt) })
  const sealed = await sealedRecords(deps, { records, head: params.head })
  const leaves = await minuteLeaves(deps.db, params.minutes)
  const found: SealedSegment[] = []
  for (const minute of params.minutes) {
    const record = sealed.get(BigInt(minute))
    const held = leaves.get(minute)
    const index = held?.codes.indexOf(params.code) ?? -1
    if (record === undefined || held === undefined || index < 0) continue
    const [segment] = await deps.markets.segments({ minute, codes: [params.code] })
    if (segment === undefined) continue
    const path = inclusionPath(held.leaves, index, nodeCrypto)
    found.push({ ...segmentText(segment), index, size: held.leaves.length, path, record })
  }
  return found
}

const segmentText = ({
  code,
  precision,
  minute,
  ticks,
}: Segment): Pick<SealedSegment, 'code' | 'precision' | 'minute' | 'ticks'> => ({
  code,
  precision,
  minute,
  ticks: ticks.map((tick) => [tick.seq, tick.ts, formatUnits(tick.price, precision), tick.late, tick.feedKind]),
})

const minuteOf = (tick: ReceiptTick): number => Math.floor(tick.ts / 60_000)

/** The minutes in which a run of ticks was recorded. A late tick stands in a later minute than its own: that of a neighbour. */
const minutesOf = (ticks: readonly ReceiptTick[]): number[] => ticks.map(minuteOf)

/**
 * The proofs that a receipt's batch and all ticks of its settlement stand in the log, or null while some of them do not,
 * or when the ticks are past their retention.
 */
export async function sealsOf(
  deps: BooksDeps,
  params: { code: string; batchSeq: bigint; settlement: ReceiptSettlement },
): Promise<Seals | null> {
  const { entryTicks, exitTicks, sale } = params.settlement
  const ticks = [...entryTicks, ...exitTicks, ...(sale?.ticks ?? [])]
  const [head] = await newestHeads(deps.db, 1)
  if (head === undefined) return null
  const records = await recordsOf(deps.db, { type: 'receipts', sources: [params.batchSeq] })
  const receipts = (await sealedRecords(deps, { records, head })).get(params.batchSeq)
  if (receipts === undefined) return null
  const minutes = [...new Set(minutesOf(ticks))].toSorted((a, b) => a - b)
  const segments = await sealedSegments(deps, { code: params.code, minutes, head })
  const held = new Set(segments.flatMap((segment) => segment.ticks.map(([seq]) => seq)))
  if (!ticks.every(({ seq }) => held.has(seq))) return null
  return { ticks: segments, receipts, head: headInside(head) }
}
