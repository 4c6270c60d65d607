import { invariant } from '../../../kernel/http/refusal.ts'
import { PackedReader, PackedWriter } from './packed-bytes.ts'
import { flagsOf, readFlags, type Tick } from './tick.ts'

const version = 1

/**
 * Packs one instrument's ticks of one minute: runs of equal flags, runs of equal steps of time, then the first price and
 * the differences. A whole quiet minute takes little more than sixty bytes. `seq` rises by one from the first tick's,
 * which the row carries beside the payload.
 */
export function packSegment(minute: number, ticks: readonly Tick[]): Buffer {
  const first = ticks[0]
  invariant(first, 'a segment has a tick')
  const out = new PackedWriter()
  out.byte(version)
  out.unsigned(ticks.length)
  ticks.forEach((tick, index) => invariant(tick.seq === first.seq + index, 'the ticks of a segment follow one another'))
  for (const [flags, length] of runsOf(ticks.map(flagsOf))) {
    out.byte(flags)
    out.unsigned(length)
  }
  out.signed(first.ts - minute * 60_000)
  for (const [step, length] of runsOf(ticks.slice(1).map((tick, index) => tick.ts - (ticks[index]?.ts ?? 0)))) {
    out.signed(step)
    out.unsigned(length)
  }
  let before = 0n
  for (const { price } of ticks) {
    out.price(price - before)
    before = price
  }
  return out.take()
}

/** The ticks of a packed segment. Throws when the payload is cut, has more bytes than its ticks, or is of another version. */
export function unpackSegment(minute: number, firstSeq: number, payload: Uint8Array): Tick[] {
  const packed = new PackedReader(payload)
  invariant(packed.byte() === version, 'the segment is of a known version')
  const count = packed.unsigned()
  const flags: ReturnType<typeof readFlags>[] = []
  while (flags.length < count) {
    const run = readFlags(packed.byte())
    for (let left = packed.unsigned(); left > 0; left -= 1) flags.push(run)
  }
  const times = [minute * 60_000 + packed.signed()]
  while (times.length < count) {
    const step = packed.signed()
    for (let left = packed.unsigned(); left > 0; left -= 1) times.push((times.at(-1) ?? 0) + step)
  }
  let price = 0n
  const ticks = flags.map(({ late, feedKind }, index): Tick => {
    price += packed.price()
    return { seq: firstSeq + index, ts: times[index] ?? 0, price, late, feedKind }
  })
  invariant(packed.ended && times.length === count && flags.length === count, 'a segment holds what its header states')
  return ticks
}

/** Equal neighbours as [value, how many]. */
function runsOf(values: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.[0] === value) last[1] += 1
    else runs.push([value, 1])
  }
  return runs
}
