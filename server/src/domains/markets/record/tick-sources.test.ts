import { sourceStates } from '@evenhand/protocol/markets.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTickSources, packTickSources, type SourcedTick } from './tick-sources.ts'

const price = fc.bigInt({ min: -(2n ** 58n), max: 2n ** 58n })
const source = fc.record({
  name: fc.constantFrom('binance', 'coinbase', 'kraken', 'okx', 'ecb', 'twelve-data'),
  mid: price,
  ageMs: fc.nat({ max: 900_000 }).map((tenths) => tenths * 100),
  state: fc.constantFrom(...sourceStates),
})
const ticks: fc.Arbitrary<SourcedTick[]> = fc.uniqueArray(
  fc.record({
    instrumentId: fc.integer({ min: 1, max: 2000 }),
    seq: fc.integer({ min: 1, max: 2 ** 40 }),
    price,
    sources: fc.array(source, { maxLength: 6 }),
  }),
  { maxLength: 40, selector: ({ instrumentId, seq }) => `${instrumentId}/${seq}` },
)

test('every tick of a second finds its own sources again, exactly', () => {
  fc.assert(
    fc.property(ticks, (written) => {
      const block = packTickSources(written)
      for (const tick of written) expect(findTickSources(block, tick)).toEqual(tick.sources)
      expect(findTickSources(block, { instrumentId: 3000, seq: 1, price: 1n })).toBeUndefined()
    }),
  )
})

test('a damaged block is no block', () => {
  const block = packTickSources([
    { instrumentId: 1, seq: 1, price: 5n, sources: [{ name: 'okx', mid: 5n, ageMs: 0, state: 'used' }] },
  ])
  const none = { instrumentId: 9, seq: 1, price: 5n }
  for (let length = 0; length < block.length; length += 1)
    expect(() => findTickSources(block.subarray(0, length), none), `${length} bytes`).toThrow()
  expect(() => findTickSources(Buffer.from([2, ...block.subarray(1)]), none)).toThrow()
})
