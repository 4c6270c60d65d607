import { canonicalList } from './canonical.ts'
import type { Crypto, Hex } from './crypto.ts'
import { leafHash } from './merkle.ts'
import type { TickRecord } from './settle.ts'

/** One instrument's recorded ticks of one minute, in order of seq. `minute` in epoch minutes. */
export type Segment = {
  readonly code: string
  readonly precision: number
  readonly minute: number
  readonly ticks: readonly TickRecord[]
}

/** The written form of a segment: its code, precision and minute, then seq, ts, price, late and feed kind of every tick. */
export const segmentRecord = (segment: Segment): string =>
  canonicalList([
    'evenhand.segment.1',
    segment.code,
    segment.precision,
    segment.minute,
    segment.ticks.map((tick) => [tick.seq, tick.ts, tick.price, tick.late, tick.feedKind]),
  ])

/** The hash of a segment: a leaf of its minute's tree. */
export const segmentHash = (segment: Segment, crypto: Pick<Crypto, 'sha256'>): Hex =>
  leafHash(segmentRecord(segment), crypto)

/**
 * The payload of a minute's record: SHA-256 of minute, number of instruments, and the root over their segments. The number
 * is in it because a root alone does not fix how many leaves it has.
 */
export const minutePayload = (
  minute: { minute: number; size: number; root: Hex },
  crypto: Pick<Crypto, 'sha256'>,
): Hex => crypto.sha256(canonicalList(['evenhand.minute.1', minute.minute, minute.size, minute.root]))
