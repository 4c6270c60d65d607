import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createQuoteCheck } from '../src/domains/markets/feeds/provider/provider-check.ts'
import { readJson, type Json } from '../src/domains/markets/feeds/provider/provider-json.ts'
import type { Dialect, Received } from '../src/domains/markets/feeds/provider/provider.ts'
import { instrumentOf } from './fakes/provider.ts'

/** Every text and number of a JSON value, as text. */
function leavesOf(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json]
  if (typeof json !== 'object' || json === null) return []
  return Object.values(json).flatMap((one: Json | undefined) => leavesOf(one))
}

/** Paths to everything in a JSON value, itself too. */
function pathsOf(json: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inside = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return [path, ...inside.flatMap(([name, one]) => pathsOf(one, [...path, name]))]
}

function withAt(json: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const copy = (Array.isArray(json) ? [...(json as unknown[])] : { ...(json as object) }) as Record<string, unknown>
  copy[name] = withAt(copy[name], rest, value)
  return copy
}

/** Values that parsers stumble over, beside arbitrary ones. */
const awkward = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'Infinity',
    '١٢',
    '1,5',
    '0x10',
    '__proto__',
    -0,
    1e21,
  ),
  fc.constantFrom([], {}, [[]], [null], { length: 2 }, '9'.repeat(80), 1e-9, 2 ** 53, -1),
  fc.jsonValue({ maxDepth: 3 }),
)

const withEdits = (text: string, edits: readonly { at: number; cut: number; put: string }[]): string =>
  edits.reduce((now, { at, cut, put }) => {
    const index = at % (now.length + 1)
    return now.slice(0, index) + put + now.slice(index + cut)
  }, text)

/**
 * Bytes that an exchange never sent. Whatever comes, nothing is thrown, and a quote that comes out is made of texts that
 * stand in the frame: nothing is invented, rounded or carried over, and what is no price does not pass the check.
 */
export function describeQuoteFuzz(params: {
  dialect: Dialect
  symbols: readonly string[]
  /** The exchange's own frames: quotes, acknowledgements, refusals, signs of life. */
  frames: readonly string[]
  /** It may state a last price, with or without bid and ask. */
  statesLast?: true
  /** Max replies to one frame, where a handshake needs more than one. */
  maxReplies?: number
}): void {
  const { dialect, symbols, frames } = params
  const now = 1_795_000_000_000
  const bySymbol = new Map(symbols.map((symbol) => [symbol, instrumentOf('BTCUSDT')]))

  const judge = (text: string): Received => {
    const received = dialect.converse(symbols).onMessage(text)
    const leaves = new Set(leavesOf(readJson(text)))
    const check = createQuoteCheck({ bySymbol, consecutive: false })
    for (const quote of received.quotes ?? []) {
      const sides = quote.last === undefined || quote.bid !== undefined ? [quote.bid, quote.ask] : []
      const last = params.statesLast === true && quote.last !== undefined ? [quote.last] : []
      for (const part of [quote.symbol, ...sides, ...last]) expect(leaves).toContain(part)
      if (params.statesLast !== true) expect(quote.last).toBeUndefined()
      const { price } = check(quote, now)
      if (price !== undefined) expect(price.mid > 0n && price.at <= now).toBe(true)
    }
    expect((received.replies ?? []).length).toBeLessThanOrEqual(params.maxReplies ?? 1)
    return received
  }

  describe(`${dialect.name} reading random messages`, () => {
    test('its own frames are understood', () => {
      for (const frame of frames) expect(judge(frame).garbage, frame).toBeUndefined()
    })

    test('any text and any JSON leave no quote', () => {
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string()), (text) => {
          expect(judge(text).quotes ?? []).toEqual([])
        }),
      )
      expect(judge('['.repeat(60_000)).garbage).toBe(true)
      expect(judge(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`).garbage).toBe(true)
    })

    test('any one value of a frame replaced by any other', () => {
      const index = fc.tuple(fc.constantFrom(...frames.filter((frame) => /^[[{]/.test(frame))), fc.nat(), awkward)
      fc.assert(
        fc.property(index, ([frame, at, value]) => {
          const json: unknown = JSON.parse(frame)
          const paths = pathsOf(json)
          judge(JSON.stringify(withAt(json, paths[at % paths.length] ?? [], value)))
        }),
        { numRuns: 1000 },
      )
    })

    test('frames cut, doubled and overwritten anywhere', () => {
      const edit = fc.record({
        at: fc.nat(100_000),
        cut: fc.nat(12),
        put: fc.oneof(
          fc.string({ maxLength: 6 }),
          fc.constantFrom('"', '}', '{', ',', '[]', '9e9', '-', '\\', '\u0000'),
        ),
      })
      fc.assert(
        fc.property(fc.constantFrom(...frames), fc.array(edit, { minLength: 1, maxLength: 4 }), (frame, edits) => {
          judge(withEdits(frame, edits))
        }),
        { numRuns: 1000 },
      )
    })
  })
}
