import { expect, test } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { mustHaveReason } from './operators.rules.ts'

test.each([
  '',
  '   ',
  'ab',
  '.....',
  '\u200b\u200b\u200b\u200b',
  '\u3164\u3164\u3164',
  '\u2800\u2800\u2800',
  'a\u200d\u200d\u200d',
  '— – —',
])('a reason that shows nothing, %j, is none', (text) => {
  expect(() => mustHaveReason(text)).toThrow(Refusal)
})

test.each([' ticket 4711 ', '客户来电', 'مراجعة الطلب', 'ok!', '同意。'])(
  '%j is a reason in the words it was given',
  (text) => {
    expect(mustHaveReason(text)).toBe(text.trim())
  },
)
