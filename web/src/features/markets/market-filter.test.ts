import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { expect, test } from 'vitest'
import { filtersOf, narrowed, pressed } from './market-filter.ts'
import { openingText } from './opening.ts'
import { shortVolume } from './volume-cell.tsx'

type Modes = MarketItem['options']
const item = (code: string, open: boolean, options?: Modes, contracts?: Modes) =>
  ({ code, session: { open, until: null }, ...(options && { options }), ...(contracts && { contracts }) }) as MarketItem
const items = [
  item('A', true, ['real', 'virtual']),
  item('B', true, ['virtual']),
  item('C', true, undefined, ['virtual']),
  item('D', false),
]
const codes = (list: readonly MarketItem[]) => list.map(({ code }) => code).join('')

test('options and contracts are shown where they can be bought on the account in use; a visitor sees both accounts', () => {
  expect(codes(narrowed(items, ['options'], 'real'))).toBe('A')
  expect(codes(narrowed(items, ['options'], 'virtual'))).toBe('AB')
  expect(codes(narrowed(items, ['options'], undefined))).toBe('AB')
  expect(codes(narrowed(items, ['contracts'], undefined))).toBe('C')
  expect(codes(narrowed(items, ['contracts'], 'virtual'))).toBe('C')
  expect(codes(narrowed(items, ['contracts'], 'real'))).toBe('')
  expect(codes(narrowed(items, ['open'], undefined))).toBe('ABC')
  expect(codes(narrowed(items, ['closed'], undefined))).toBe('D')
  expect(narrowed(items, [], undefined)).toBe(items)
})

test('the address keeps the filters; those that exclude each other are never on together', () => {
  expect(filtersOf('open.options.nonsense')).toEqual(['options', 'open'])
  expect(pressed([], 'options')).toBe('options')
  expect(pressed(['options'], 'open')).toBe('options.open')
  expect(pressed(['options', 'contracts', 'open'], 'closed')).toBe('closed')
  expect(pressed(['options'], 'contracts')).toBe('options.contracts')
  expect(pressed(['closed'], 'options')).toBe('options')
  expect(pressed(['closed'], 'closed')).toBeUndefined()
})

test('an opening is written by the hours of the language, as every other time is', () => {
  const noon = Date.UTC(2026, 10, 21, 12)
  expect(openingText(noon, noon, 'en')).toMatch(/[AP]M$/)
  expect(openingText(noon, noon, 'de')).not.toMatch(/[AP]M$/)
})

test('an opening within the week is a weekday, a later one a date; always in Latin digits', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  expect(openingText(now + 86_400_000, now, 'en')).toMatch(/^Sun/)
  expect(openingText(now + 9 * 86_400_000, now, 'en')).toMatch(/Nov 30|30 Nov/)
  expect(openingText(now + 86_400_000, now, 'ar')).toMatch(/[0-9]{1,2}:[0-9]{2}/)
})

test('a volume is short, in the words of the language', () => {
  expect(shortVolume('1926000000', 'en')).toBe('1.93B')
  expect(shortVolume('1700000000.5', 'en')).toBe('1.70B')
  expect(shortVolume('1926000000', 'zh-Hans')).toBe('19.3亿')
  expect(shortVolume('1926000000', 'zh-Hant-HK')).toBe('19.3億')
  expect(shortVolume('950', 'en')).toBe('950')
  expect(shortVolume('0', 'en')).toBe('0')
  expect(shortVolume('1926000000', 'ar')).toMatch(/^1\.93/)
})
