import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, canonicalList, type Canonical } from './canonical.ts'
import { utcText } from './utc.ts'

describe('the written form', () => {
  test('is the same on every machine', () => {
    expect(canonicalList(['EURUSD', 41, 5n, true, null, '', ['a'], { x: 1 }])).toBe(
      'l8;t6:EURUSDi41;i5;b1;n;t0:l1;t1:ao1;t1:xi1;',
    )
  })

  test('counts bytes, not characters', () => {
    for (const text of ['é', '期权', '😀', 'aé期😀'])
      expect(canonical(text)).toBe(`t${Buffer.byteLength(text)}:${text}`)
  })

  test.each<[string, Canonical, Canonical]>([
    ['nothing from an empty text', null, ''],
    ['a number from its text', 1, '1'],
    ['a text from a list of it', 'a', ['a']],
    ['where one field ends', ['ab', 'c'], ['a', 'bc']],
    ['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['an empty list from none', [[]], [null]],
    ['text that looks like a form', ['i1;'], [1]],
  ])('distinguishes %s', (_name, one, other) => {
    expect(canonical(one)).not.toBe(canonical(other))
  })

  test('refuses what has no single form', () => {
    for (const number of [0.5, Number.NaN, 2 ** 53, -0]) expect(() => canonical(number)).toThrow(RangeError)
    for (const text of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800'])
      expect(() => canonical(text)).toThrow(RangeError)
  })

  test('of different values differs, whatever they are', () => {
    const { value } = fc.letrec<{ value: Canonical }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(canonical(one) === canonical(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })
})

test('UTC text is that of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => utcText(ms) === new Date(ms).toISOString()),
  )
  expect(utcText(951_782_400_000)).toBe('2000-02-29T00:00:00.000Z')
})
