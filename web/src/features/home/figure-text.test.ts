import { expect, test } from 'vitest'
import { figureNumber, figureText, shownFigures } from './figure-text.ts'

test('a figure without a basis, or one that is no figure, is a dash', () => {
  for (const name of ['lowestFeePct', 'cryptoCount', 'registeredUsers', 'volume24h', 'lateReceipts'] as const)
    for (const value of [null, '', 'many', '-1', '1e9']) expect(figureText(name, value, 'en')).toBe('—')
})

test('large figures are short and never rounded up; digits are Latin in every language', () => {
  expect(figureText('registeredUsers', '1999999', 'en')).toBe('1.99M')
  expect(figureText('registeredUsers', '999', 'zh-Hans')).toBe('999')
  expect(figureText('volume24h', '3809999999', 'en')).toBe('3.8B USDT')
  expect(figureText('volume24h', '1990000', 'zh-Hans')).toBe('199万 USDT')
  expect(figureText('cryptoCount', '372', 'ar')).toBe('372')
  expect(figureText('lowestFeePct', '0.3', 'de')).toBe('0.3%')
  expect(figureText('lateReceipts', '2/610', 'en')).toBe('2 / 610')
})

test('the header shows which share of the receipts was late, and rounds up', () => {
  const share = (value: string) => figureNumber('lateReceipts', value, 'en')
  expect(['0/4', '2/610', '1/99999', '4/4', '0/0'].map(share)).toEqual(['0%', '0.33%', '0.01%', '100%', '—'])
})

test('a figure of zero gives way to how many receipts were late, once there are receipts', () => {
  const figures = {
    lowestFeePct: '0.1',
    cryptoCount: '435',
    registeredUsers: '2',
    volume24h: '0',
    lateReceipts: '0/52',
  }
  const shown = (part: Partial<typeof figures>) =>
    shownFigures(Object.entries({ ...figures, ...part }).map(([name, value]) => ({ name, value }))).at(-1)
  expect(shown({})).toBe('lateReceipts')
  expect(shown({ volume24h: '0.50' })).toBe('volume24h')
  expect(shown({ lateReceipts: '0/0' })).toBe('volume24h')
  expect(shownFigures([])).toHaveLength(4)
})
