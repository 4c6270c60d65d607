import { expect, test } from 'vitest'
import { largestOf, shareOf } from './share.ts'

test.each([
  ['0', '100', 0],
  ['25.5', '100', 25.5],
  ['1', '3', 33.3],
  ['150', '100', 100],
  ['-5', '100', 0],
  ['5', '0', 0],
])('%s of %s is drawn as %s per cent', (part, whole, share) => expect(shareOf(part, whole)).toBe(share))

test('bars of a list are drawn against its largest', () => {
  expect(largestOf(['3.20', '11', '9.99'])).toBe('11')
  expect(largestOf([])).toBe('0')
})
