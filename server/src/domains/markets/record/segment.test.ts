import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packBlock, unpackBlock, type BlockTick } from './second-block.ts'
import { packSegment, unpackSegment } from './segment.ts'
import type { Tick } from './tick.ts'

const minute = 29_000_000
const feedKinds = ['live', 'thin', 'single', 'delayed', 'replay', 'simulated'] as const
const price = fc.bigInt({ min: -(2n ** 61n) + 1n, max: 2n ** 61n - 1n })
const halfPrice = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n })

const anyTicks = fc
  .tuple(
    fc.nat({ max: 2 ** 40 }),
    fc.array(
      fc.record({
        offset: fc.integer({ min: -60_000, max: 59_999 }),
        price: halfPrice,
        late: fc.boolean(),
        feedKind: fc.constantFrom(...feedKinds),
      }),
      { minLength: 1, maxLength: 80 },
    ),
  )
  .map(([firstSeq, rows]): Tick[] =>
    rows.map(({ offset, ...row }, index) => ({ ...row, seq: firstSeq + index, ts: minute * 60_000 + offset })),
  )

test('a segment reads back what was packed, whatever the prices, kinds and times', () => {
  fc.assert(
    fc.property(anyTicks, (ticks) => {
      expect(unpackSegment(minute, ticks[0]?.seq ?? 0, packSegment(minute, ticks))).toEqual(ticks)
    }),
  )
})

test('a block reads back what was packed and finds each instrument', () => {
  const entry = fc.record({
    instrumentId: fc.integer({ min: 1, max: 5000 }),
    seq: fc.nat({ max: 2 ** 45 }),
    ts: fc.integer({ min: minute * 60_000 - 60_000, max: minute * 60_000 + 60_000 }),
    price,
    late: fc.boolean(),
    feedKind: fc.constantFrom(...feedKinds),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (ticks) => {
      const block = unpackBlock(packBlock(minute * 60_000, ticks))
      const read: BlockTick[] = Array.from({ length: block.length }, (_, index) => ({
        ...block.tick(index),
        instrumentId: block.instrumentId(index),
      }))
      expect(read).toEqual(ticks.toSorted((a, b) => a.instrumentId - b.instrumentId || a.seq - b.seq))
      for (const { instrumentId } of ticks) expect(block.instrumentId(block.indexOf(instrumentId))).toBe(instrumentId)
      expect(block.indexOf(5001)).toBe(-1)
    }),
  )
})

test('bytes that were cut or lengthened are refused, never read as prices', () => {
  const ticks = Array.from({ length: 60 }, (_, second): Tick => ({
    seq: 1 + second,
    ts: minute * 60_000 + second * 1000,
    price: 5_210_000n + BigInt(second * 7),
    late: false,
    feedKind: 'simulated',
  }))
  const packed = packSegment(minute, ticks)
  expect(packed.length).toBeLessThan(80)
  for (let length = 0; length < packed.length; length += 1) {
    expect(() => unpackSegment(minute, 1, packed.subarray(0, length))).toThrow()
  }
  expect(() => unpackSegment(minute, 1, Buffer.concat([packed, Buffer.of(0)]))).toThrow('holds what its header states')
  expect(() => unpackSegment(minute, 1, Buffer.concat([Buffer.of(9), packed.subarray(1)]))).toThrow('known version')
})

test('ticks whose numbers do not follow one another are not packed', () => {
  const tick: Tick = { seq: 1, ts: minute * 60_000, price: 1n, late: false, feedKind: 'live' }
  expect(() => packSegment(minute, [tick, { ...tick, seq: 3 }])).toThrow('follow one another')
  expect(() => packSegment(minute, [])).toThrow('has a tick')
})
