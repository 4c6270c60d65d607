import { expect, test } from 'vitest'
import { readingAt } from './reading.ts'

test.each([
  ['bitebi', 0],
  ['btb', 0],
  ['bi te bi', 0],
  ['BiTB', 0],
  ['bit', 0],
  ['tebi', 1],
  ['tb', 1],
  ['b', 0],
  ['btbb', -1],
  ['bitcoin', -1],
  ['ite', -1],
  ['', -1],
])('"%s" typed for 比特币', (typed, at) => {
  expect(readingAt('bi te bi', typed)).toBe(at)
})

test('a long name and long letters are refused at once', () => {
  expect(readingAt('a a a a a a a a a a a a a a a a a a a a', 'a'.repeat(39) + 'b')).toBe(-1)
  expect(readingAt('20 nian qi yi shang mei guo guo zhai etf', '20nianmg')).toBe(-1)
  expect(readingAt('20 nian qi yi shang mei guo guo zhai etf', 'mggzetf')).toBe(5)
})
