import { feedKinds, type FeedKind } from '@evenhand/protocol/markets.ts'
import { invariant } from '../../../kernel/http/refusal.ts'

/** An index tick as it stands in the record: price in units of the instrument's precision, times in epoch milliseconds. */
export type Tick = {
  readonly seq: number
  readonly ts: number
  readonly price: bigint
  /** Recorded too late to decide anything. */
  readonly late: boolean
  readonly feedKind: FeedKind
}

const lateBit = 0x08

/** Kind and lateness of a tick in one byte, as the record packs them. The order of feed kinds must never change. */
export const flagsOf = (tick: Pick<Tick, 'late' | 'feedKind'>): number =>
  feedKinds.indexOf(tick.feedKind) | (tick.late ? lateBit : 0)

/** The meaning of the flags of a recorded tick. Throws on a feed kind that is not known. */
export function readFlags(flags: number): Pick<Tick, 'late' | 'feedKind'> {
  const feedKind = feedKinds[flags & 0x07]
  invariant(feedKind, `feed kind ${flags & 0x07} is known`)
  return { late: (flags & lateBit) !== 0, feedKind }
}
