import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sourceStates, type SourceState } from '@evenhand/protocol/markets.ts'
import { invariant } from '../../../kernel/http/refusal.ts'
import { PackedReader, PackedWriter } from './packed-bytes.ts'

/** A source as a tick's record keeps it: mid in units of the instrument, age in milliseconds at the tick (kept in tenths of a second). */
export type RecordedSource = {
  readonly name: string
  readonly mid: bigint
  readonly ageMs: number
  readonly state: SourceState
}
/** A recorded tick and the sources it was made of. */
export type SourcedTick = {
  readonly instrumentId: number
  readonly seq: number
  readonly price: bigint
  readonly sources: readonly RecordedSource[]
}

const version = 1
/** Sources one block can name; an installation has a dozen. */
const maxNames = 32
/** A block of the whole catalogue with ten sources each is far smaller. */
const longestBlock = 1 << 20

/**
 * Packs the sources of ticks that are recorded together: names once, then for each tick the differences of its sources
 * from its price. About four bytes a source, and half of that once compressed.
 */
export function packTickSources(ticks: readonly SourcedTick[]): Buffer {
  const out = new PackedWriter()
  const names = [...new Set(ticks.flatMap(({ sources }) => sources.map(({ name }) => name)))]
  invariant(names.length <= maxNames, `at most ${maxNames} sources make the ticks of a second`)
  out.unsigned(names.length)
  for (const name of names) writeText(out, name)
  let lastId = 0
  let lastSeq = 0
  for (const tick of ticks.toSorted((a, b) => a.instrumentId - b.instrumentId || a.seq - b.seq)) {
    out.unsigned(tick.instrumentId - lastId)
    out.signed(tick.seq - lastSeq)
    lastId = tick.instrumentId
    lastSeq = tick.seq
    out.unsigned(tick.sources.length)
    for (const { name, state, mid, ageMs } of tick.sources) {
      out.byte((names.indexOf(name) << 3) | sourceStates.indexOf(state))
      out.price(mid - tick.price)
      out.unsigned(Math.round(ageMs / 100))
    }
  }
  return Buffer.concat([Buffer.of(version), deflateRawSync(out.take(), { level: 1 })])
}

/** The sources of one tick in a packed block, or undefined where the block does not hold it. Throws when the block is damaged. */
export function findTickSources(
  block: Uint8Array,
  { instrumentId, seq, price }: Pick<SourcedTick, 'instrumentId' | 'seq' | 'price'>,
): RecordedSource[] | undefined {
  for (const tick of eachTick(block))
    if (tick.instrumentId === instrumentId && tick.seq === seq)
      return tick.sources.map(({ apart, ...source }) => ({ ...source, mid: price + apart }))
  return undefined
}

type ApartSource = Omit<RecordedSource, 'mid'> & {
  /** Its mid less the tick's price. */
  readonly apart: bigint
}

/** The ticks of a packed block with their sources, in its order. Throws when the block is damaged. */
export function* eachTick(
  block: Uint8Array,
): Generator<Pick<SourcedTick, 'instrumentId' | 'seq'> & { sources: ApartSource[] }> {
  invariant(block[0] === version, 'the block of sources is of a known version')
  const packed = new PackedReader(inflateRawSync(block.subarray(1), { maxOutputLength: longestBlock }))
  const names = Array.from({ length: packed.unsigned() }, () => readText(packed))
  let instrumentId = 0
  let seq = 0
  while (!packed.ended) {
    instrumentId += packed.unsigned()
    seq += packed.signed()
    const sources = Array.from({ length: packed.unsigned() }, (): ApartSource => {
      const head = packed.byte()
      const name = names[head >> 3]
      const state = sourceStates[head & 0x07]
      invariant(name !== undefined && state !== undefined, 'a source of the block is named in it')
      return { name, state, apart: packed.price(), ageMs: packed.unsigned() * 100 }
    })
    yield { instrumentId, seq, sources }
  }
}

function writeText(out: PackedWriter, text: string): void {
  const bytes = Buffer.from(text)
  out.unsigned(bytes.length)
  for (const byte of bytes) out.byte(byte)
}

const readText = (packed: PackedReader): string =>
  Buffer.from(Array.from({ length: packed.unsigned() }, () => packed.byte())).toString()
