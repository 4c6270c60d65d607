import { invariant } from '../../../kernel/http/refusal.ts'
import { PackedReader, PackedWriter } from './packed-bytes.ts'
import { flagsOf, readFlags, type Tick } from './tick.ts'

const version = 1
const hasOwnTime = 0x10

/** A tick with the instrument it belongs to. */
export type BlockTick = Tick & { readonly instrumentId: number }

/**
 * Packs what is recorded together, as a rule one second of every open instrument, about nine bytes a tick. Ticks stand in
 * the order of instrument and seq; a tick whose time is not the block's carries its own.
 */
export function packBlock(ts: number, ticks: readonly BlockTick[]): Buffer {
  const out = new PackedWriter()
  out.byte(version)
  out.unsigned(ts)
  let lastId = 0
  for (const tick of ticks.toSorted((a, b) => a.instrumentId - b.instrumentId || a.seq - b.seq)) {
    out.unsigned(tick.instrumentId - lastId)
    lastId = tick.instrumentId
    out.byte(flagsOf(tick) | (tick.ts === ts ? 0 : hasOwnTime))
    if (tick.ts !== ts) out.signed(tick.ts - ts)
    out.unsigned(tick.seq)
    out.price(tick.price)
  }
  return out.take()
}

/** A block that was read, as columns: ids rise, `indexOf` finds an instrument's first tick in it or −1. */
export type Block = {
  readonly length: number
  indexOf(instrumentId: number): number
  instrumentId(index: number): number
  tick(index: number): Tick
}

/** Reads a packed block. Throws when it is cut or of another version. */
export function unpackBlock(payload: Uint8Array): Block {
  const packed = new PackedReader(payload)
  invariant(packed.byte() === version, 'the block is of a known version')
  const ts = packed.unsigned()
  const ids: number[] = []
  const ticks: Tick[] = []
  let id = 0
  while (!packed.ended) {
    id += packed.unsigned()
    ids.push(id)
    const flags = packed.byte()
    const at = (flags & hasOwnTime) === 0 ? ts : ts + packed.signed()
    const { late, feedKind } = readFlags(flags & ~hasOwnTime)
    ticks.push({ seq: packed.unsigned(), ts: at, price: packed.price(), late, feedKind })
  }
  return {
    length: ids.length,
    indexOf: (wanted) => firstIndex(ids, wanted),
    instrumentId: (index) => ids[index] ?? -1,
    tick: (index) => {
      const tick = ticks[index]
      invariant(tick, 'the index lies in the block')
      return tick
    },
  }
}

function firstIndex(ids: readonly number[], wanted: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return ids[low] === wanted ? low : -1
}
