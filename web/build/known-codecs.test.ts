import { expect, test } from 'vitest'
import { unknownNames } from './known-codecs.ts'

test('a name of the library that the browser does not have is named', () => {
  const own = 'export const string = 1\nexport function codec() {}\nexport { oneOf as enum }'
  const sources = ['z.string().check(z.trim())', "z.enum(['a'])", 'z.codec(1)', 'z.record(z.string())']
  expect(unknownNames(sources, own)).toEqual(['record', 'trim'])
})
