import { expect, test } from 'vitest'
import { processWorkMs } from '../../../test/process-time.ts'
import { readBody } from './body.ts'

const read = (text: string): unknown => readBody('application/json', Buffer.from(text))

test.each([
  ['{"a":"x","b":":y"}', { a: 'x', b: ':y' }],
  ['{"a":["p",":q","r: s"]}', { a: ['p', ':q', 'r: s'] }],
  ['{"a\\"b" : "c\\":\\"d", "e": {"a": 1}}', { 'a"b': 'c":"d', e: { a: 1 } }],
  ['{"a":"\\\\","b":"\\\\\\":"}', { a: '\\', b: '\\":' }],
])('%s is read as it stands', (text, body) => {
  expect(read(text)).toEqual(body)
})

test.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"x":{"a":"b","a":"b"}}', '{"__proto__":1,"__proto__":2}'])(
  '%s names a field twice and is refused',
  (text) => {
    expect(() => read(text)).toThrow('dataIncomplete')
  },
)

test('a body of nothing but quotes costs one walk, and a deep one no stack', () => {
  const worked = processWorkMs(() => {
    expect(read(`{"a":"${'\\"'.repeat(31_000)}"}`)).toEqual({ a: '"'.repeat(31_000) })
  })
  // The walk takes under a millisecond; a pattern that begins again at every quote needs seconds.
  expect(worked).toBeLessThan(300)
  expect(() => read(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toThrow('dataIncomplete')
})
