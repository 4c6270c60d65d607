import { expect, test } from 'vitest'
import { phoneForm } from '@evenhand/protocol/accounts.ts'
import { joinPhone, splitPhone } from './phone-number.ts'

test.each([
  ['+64', '021 123-4567', '+64211234567'],
  ['+86', '138 0013 8000', '+8613800138000'],
  ['+86', '٠٢١ ١٢٣ ٤٥٦٧', '+86211234567'],
  ['+86', '+39 (06) 1234.5678', '+390612345678'],
  ['+1', '0039 06 12345678', '+390612345678'],
  [undefined, '+7 912 345 67 89', '+79123456789'],
  ['+65', '', ''],
] as const)('with %s chosen, %s is %s', (area, typed, whole) => expect(joinPhone(area, typed)).toBe(whole))

test('a kept number is shown by its area code where the picker has it', () => {
  expect(splitPhone('+85251234567')).toEqual({ area: '+852', rest: '51234567' })
  expect(splitPhone('+390612345678')).toEqual({ area: undefined, rest: '+390612345678' })
})

test.each(['+390612345678', '+8613800138000', '+123456789012345', '+1234567'])('%s is a phone', (phone) =>
  expect(phone).toMatch(phoneForm),
)
test.each([
  '13800138000',
  '+0123456789',
  '+123456',
  '+1234567890123456',
  '+39 06 123',
  joinPhone(undefined, '+44 (0)20 7946 0958'),
])('%s is none', (phone) => expect(phone).not.toMatch(phoneForm))
