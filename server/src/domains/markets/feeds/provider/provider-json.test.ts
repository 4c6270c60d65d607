import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, wholeOf } from './provider-json.ts'

test.each([
  ['0.1', '0.1'],
  ['52100.00', '52100.00'],
  ['1e3', '1000'],
  ['1.2E-7', '0.00000012'],
  ['-1.25e+1', '-12.5'],
  ['12.5e-1', '1.25'],
  ['0e5', '0'],
  ['0.00e1', '0.0'],
  ['1e-99', `0.${'0'.repeat(98)}1`],
  ['0.30000000000000004000', '0.30000000000000004000'],
])('the number %s is kept as the text %s', (source, text) => {
  expect(readJson(`{"p":${source}}`)).toEqual({ p: text })
})

test('everything else of JSON is as it was', () => {
  const text = '{"a":[true,null,"1e5",{"b":""}],"__proto__":{"x":"y"}}'
  expect(JSON.stringify(readJson(text))).toBe(text)
})

test('no bytes make it throw, and its numbers are those of JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => void readJson(text)),
    { numRuns: 2000 },
  )
  expect(readJson('['.repeat(200_000))).toBeUndefined()
  expect(() => readJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).not.toThrow()
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-30, max: 1e20 }), (value) => {
      expect(Number(readJson(JSON.stringify(value)))).toBe(value)
      expect(readJson(JSON.stringify(value))).not.toMatch(/e/)
    }),
  )
})

test('a whole number is read from its digits alone', () => {
  const values = [
    '0',
    '1795000000000',
    '9007199254740993',
    '-1',
    '1.0',
    '1e3',
    '',
    undefined,
    null,
    '12345678901234567',
  ]
  expect(values.map(wholeOf)).toEqual([0, 1_795_000_000_000, ...Array.from({ length: 8 }, () => undefined)])
})
