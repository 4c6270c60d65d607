import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dialect, Heard } from '../src/domains/markets/feeds/provider.ts'

/** Bytes that a dialect never saw: it must not throw, and what is not a quote must not become one. */
export function describeFuzz(of: {
  dialect: Dialect
  symbols: readonly string[]
  /** Frames that it understands, to be damaged. */
  frames: readonly string[]
}): void {
  const { name } = of.dialect

  test(`${name} survives any text and any JSON, and makes no quote of it`, () => {
    const { hear } = of.dialect.converse(of.symbols)
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
      fc.integer({ min: 1, max: 50_000 }).map((depth) => '['.repeat(depth)),
    )
    fc.assert(
      fc.property(anyText, (text) => void expect(hear(text).quotes ?? []).toEqual([])),
      { numRuns: 500 },
    )
  })

  test(`${name} survives its own frames damaged, and what it still takes for a quote is whole`, () => {
    const damaged = fc
      .tuple(fc.constantFrom(...of.frames), fc.nat(), fc.nat({ max: 12 }), fc.string({ unit: 'binary', maxLength: 12 }))
      .map(([frame, at, cut, put]) => {
        const from = at % (frame.length + 1)
        return frame.slice(0, from) + put + frame.slice(from + cut)
      })
    fc.assert(
      fc.property(fc.array(damaged, { maxLength: 5 }), (frames) => {
        const { hear } = of.dialect.converse(of.symbols)
        for (const frame of frames) expectWhole(hear(frame))
      }),
      { numRuns: 1000 },
    )
  })

  test(`${name} survives its own frames with any value in any place`, () => {
    const replaced = fc
      .tuple(fc.constantFrom(...of.frames), fc.nat(), fc.jsonValue({ maxDepth: 1 }))
      .map(([frame, at, value]) => {
        let place = 0
        const places = frame.match(/"[^"]*"|-?\d[\d.]*/g)?.length ?? 1
        const chosen = at % places
        return frame.replaceAll(/"[^"]*"|-?\d[\d.]*/g, (part) => (place++ === chosen ? JSON.stringify(value) : part))
      })
    fc.assert(
      fc.property(replaced, (frame) => expectWhole(of.dialect.converse(of.symbols).hear(frame))),
      { numRuns: 1000 },
    )
  })
}

function expectWhole({ quotes = [], replies = [], refused }: Heard): void {
  for (const { symbol, bid, ask, last, at, seq } of quotes) {
    expect(symbol).toBeTypeOf('string')
    for (const price of [bid, ask, last]) if (price !== undefined) expect(price).toBeTypeOf('string')
    expect((bid === undefined) === (ask === undefined)).toBe(true)
    expect(bid ?? last).toBeDefined()
    for (const moment of [at, seq]) if (moment !== undefined) expect(Number.isSafeInteger(moment)).toBe(true)
  }
  for (const reply of replies) expect(() => JSON.parse(reply)).not.toThrow()
  if (refused !== undefined) expect(refused.text.length).toBeGreaterThan(0)
}
