import { expect, test } from 'vitest'
import { isLongEnough, firstSentence } from './offered-text.ts'

test.each(['如何提现', '出金の方法', '출금 방법', 'withdrawal', 'كيف أسحب'])(
  '%s is enough to look for an answer',
  (text) => expect(isLongEnough(text)).toBe(true),
)
test.each(['', '  ', 'hello', '你好', 'hi      '])('%s is not', (text) => expect(isLongEnough(text)).toBe(false))

test('an answer is quoted from its first paragraph, as plain text', () => {
  const body =
    '## When\n\n- a list\n\nA **withdrawal** leaves by [the rule](/detail?id=fees)\nwithin `60` minutes.\n\nMore.'
  expect(firstSentence(body)).toBe('A withdrawal leaves by the rule within 60 minutes.')
})

test('an answer that is a list is quoted without its marks', () =>
  expect(firstSentence('- Save an address.\n- Enter the **amount**.')).toBe('Save an address. Enter the amount.'))

test('a long one is cut at a word, one without spaces anywhere', () => {
  const long = firstSentence('word '.repeat(60))
  expect(long.length).toBeLessThanOrEqual(161)
  expect(long).toMatch(/word…$/)
  expect(firstSentence('提'.repeat(300))).toHaveLength(161)
})
