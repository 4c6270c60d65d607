import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf, listOf, readJson, textOf, wholeOf } from './json-text.ts'

test('a number stays as it was written, with its trailing zeros and digits no float holds', () => {
  expect(readJson('{"p":1.10,"q":[123456789012345678.123456789]}')).toEqual({
    p: '1.10',
    q: ['123456789012345678.123456789'],
  })
})

test('an exponent is written out to the same value', () => {
  expect(readJson('[5.0E-7, 1e3, -1.25e-2, 12.5e1, 0e5, 1E+2, 6.6125E-4]')).toEqual([
    '0.00000050',
    '1000',
    '-0.0125',
    '125',
    '0',
    '100',
    '0.00066125',
  ])
})

test('what no provider means is not read', () => {
  for (const text of ['', '{', 'NaN', '[NaN]', '[1e99]', `[${'9'.repeat(60)}]`, '['.repeat(200_000)]) {
    expect(readJson(text)).toBeUndefined()
  }
})

test('any JSON of texts, truths and lists comes back as it is, and any text at all is survived', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const texts = JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'number' ? 'n' : inner))
      expect(readJson(texts)).toEqual(JSON.parse(texts))
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void readJson(text)))
})

test('an exponent written out has the value it had', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: -20, max: 14 }), (digits, power) => {
      const [whole = '', fraction = ''] = (readJson(`[${digits}e${power}]`) as string[])[0]?.split('.') ?? []
      const scaled = BigInt(whole + fraction.padEnd(20, '0'))
      expect(scaled).toBe(digits * 10n ** BigInt(20 + power))
    }),
  )
})

test('the readers of fields answer undefined or nothing for the wrong kind', () => {
  expect([
    fieldsOf(null),
    fieldsOf([]),
    fieldsOf('x'),
    textOf(''),
    textOf(true),
    wholeOf('-1'),
    wholeOf('1.5'),
  ]).toEqual(Array.from({ length: 7 }))
  expect(listOf({})).toEqual([])
  expect(wholeOf('1643972766')).toBe(1_643_972_766)
})
