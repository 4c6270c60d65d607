import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { expect, test } from 'vitest'
import { findItems } from './find-items.ts'
import { interleaved } from './load-items.ts'
import { nextSort, sortItems, sortOf, sortText } from './sort-items.ts'

const item = (code: string, appName: string, price: string, zdf: string): MarketItem => ({
  id: code,
  code,
  appName,
  price,
  nowPrice: price,
  zdf,
  type: 2,
  logo: '',
  hundred: [],
  feedKind: 'simulated',
  precision: 2,
  ts: 0,
  session: { open: true, until: null },
})
const items = [
  item('BTCUSDT', '比特币', '52100.00', '-1.50'),
  item('ETHUSDT', '以太坊', '2780.10', '3.20'),
  item('EURUSD', '欧元/美元', '1.08', '0.00'),
]
const codes = (list: readonly MarketItem[]) => list.map((one) => one.code)

test('finds by code or name, marks and case aside, exact codes first', () => {
  expect(codes(findItems(items, 'eur/usd'))).toEqual(['EURUSD'])
  expect(codes(findItems(items, '以太'))).toEqual(['ETHUSDT'])
  expect(codes(findItems(items, 'usd'))).toHaveLength(3)
  expect(findItems(items, 'zzz')).toEqual([])
})

test('finds by the Latin name in every language, as well as by the own name', () => {
  const named = items.map((one) => (one.code === 'BTCUSDT' ? { ...one, latinName: 'Bitcoin' } : one))
  expect(codes(findItems(named, 'bitco'))).toEqual(['BTCUSDT'])
  expect(codes(findItems(named, '比特'))).toEqual(['BTCUSDT'])
})

test('finds a Chinese name by its pinyin, in full or by initials, behind codes and names', () => {
  const read = [
    { ...item('BTBUSDT', 'Bitball', '1.00', '0.00') },
    { ...item('XUSDT', '大比特币', '1.00', '0.00'), pinyin: 'da bi te bi' },
    { ...item('BTCUSDT', '比特币', '52100.00', '-1.50'), pinyin: 'bi te bi' },
  ]
  expect(codes(findItems(read, 'btb'))).toEqual(['BTBUSDT', 'BTCUSDT', 'XUSDT'])
  expect(codes(findItems(read, 'bitebi'))).toEqual(['BTCUSDT', 'XUSDT'])
  expect(codes(findItems(read, 'dbtb'))).toEqual(['XUSDT'])
})

test('sorts by volume with the unknown last both ways, and by name as the language orders', () => {
  const traded = [
    { ...item('A', 'éclair', '1', '0'), volume: '90' },
    item('B', 'zebra', '1', '0'),
    { ...item('C', 'eagle', '1', '0'), volume: '1000' },
  ]
  expect(codes(sortItems(traded, { key: 'volume', falling: true }))).toEqual(['C', 'A', 'B'])
  expect(codes(sortItems(traded, { key: 'volume', falling: false }))).toEqual(['A', 'C', 'B'])
  expect(codes(sortItems(traded, { key: 'name', falling: false }, 'fr'))).toEqual(['C', 'A', 'B'])
  expect(sortText(nextSort(undefined, 'name'))).toBe('name')
})

test('sorts by exact values', () => {
  expect(codes(sortItems(items, { key: 'price', falling: true }))).toEqual(['BTCUSDT', 'ETHUSDT', 'EURUSD'])
  expect(codes(sortItems(items, { key: 'zdf', falling: false }))).toEqual(['BTCUSDT', 'EURUSD', 'ETHUSDT'])
  expect(sortItems(items, undefined)).toBe(items)
})

test('a column goes largest first, smallest first, no order; the address keeps it', () => {
  const first = nextSort(undefined, 'zdf')
  const second = nextSort(first, 'zdf')
  expect([sortText(first), sortText(second), nextSort(second, 'zdf')]).toEqual(['-zdf', 'zdf', undefined])
  expect(sortOf('-price')).toEqual({ key: 'price', falling: true })
  expect(sortOf('nonsense')).toBeUndefined()
})

test('a list of all markets takes one of each in turn, and the long ones go on alone', () => {
  expect(interleaved([['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']])).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(interleaved([])).toEqual([])
})
