import { expect, test } from 'vitest'
import { Refusal } from '../../kernel/http/refusal.ts'
import { mustHaveReason, mustMove } from './operators.rules.ts'

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

test('an amount is moved whole by one entry, or no signature is requested for it', () => {
  for (const amount of ['12.5', '-0.000001', '007', '9000000000']) expect(() => mustMove('USDT', amount)).not.toThrow()
  const why = (asset: 'USDT' | 'BTC', amount: string): unknown => {
    try {
      return mustMove(asset, amount)
    } catch (refused) {
      return (refused as { params: object }).params
    }
  }
  const wrong = (reason: string) => ({ fields: [{ field: 'amount', reason }] })
  for (const amount of ['0', '-0.00', '0.0000001']) expect(why('USDT', amount)).toEqual(wrong('malformed'))
  expect(why('USDT', '9999999999')).toEqual(wrong('tooLarge'))
  expect(why('BTC', '-90000000.00000001')).toEqual(wrong('tooLarge'))
})
