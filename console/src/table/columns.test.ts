import { expect, test } from 'vitest'
import { shownColumns, sortingOf, sortRows, sortText, type Column, fitColumns } from './columns.ts'

type Row = { name: string; amount: bigint; due: number | undefined }
const rows: Row[] = [
  { name: 'b', amount: 10n, due: 5 },
  { name: 'a', amount: 9n, due: undefined },
  { name: 'c', amount: 100n, due: 1 },
]
const columns: Column<Row>[] = [
  { id: 'name', title: '', width: 1, cell: () => null, by: ({ name }) => name },
  { id: 'amount', title: '', width: 1, cell: () => null, by: ({ amount }) => amount },
  { id: 'due', title: '', width: 1, cell: () => null, by: ({ due }) => due },
  { id: 'chip', title: '', width: 1, cell: () => null },
]
const order = (sort: string | undefined) => sortRows(rows, columns, sort).map(({ name }) => name)

test('rows sort by what a column means, and amounts as amounts', () => {
  expect(order('amount')).toEqual(['a', 'b', 'c'])
  expect(order('-amount')).toEqual(['c', 'b', 'a'])
  expect(order('-name')).toEqual(['c', 'b', 'a'])
})

test('what has no value stands last whichever way it sorts', () => {
  expect(order('due')).toEqual(['c', 'b', 'a'])
  expect(order('-due')).toEqual(['b', 'c', 'a'])
})

test('a column of an old address, or one that does not sort, leaves the order as it came', () => {
  expect(order('gone')).toEqual(['b', 'a', 'c'])
  expect(order('chip')).toEqual(['b', 'a', 'c'])
  expect(order(undefined)).toEqual(['b', 'a', 'c'])
})

test('the address writes the order as it is read', () => {
  expect(sortText(sortingOf('-due'))).toBe('-due')
  expect(sortText(sortingOf('due'))).toBe('due')
  expect(sortText([])).toBeUndefined()
})

test('columns come from a preset, from an own choice, or else from the first preset', () => {
  const presets = [
    { value: 'brief', title: '', columns: ['name'] },
    { value: 'all', title: '', columns: ['name', 'amount', 'due'] },
  ]
  expect(shownColumns(columns, presets, 'all')).toEqual(['name', 'amount', 'due'])
  expect(shownColumns(columns, presets, 'amount,gone')).toEqual(['amount'])
  expect(shownColumns(columns, presets, 'gone')).toEqual(['name'])
  expect(shownColumns(columns, presets, undefined)).toEqual(['name'])
})

const five = ['no', 'due', 'value', 'amount', 'extra'].map((id) => ({
  id,
  title: id,
  width: 10,
  ...(id === 'amount' ? { min: 4 } : {}),
  cell: () => null,
  keep: id === 'due' || id === 'amount',
}))
const all = five.map(({ id }) => id)
const fitted = (widthRem: number, isBeside: boolean) => {
  const { shown, widths, isTight } = fitColumns(five, all, { widthRem, isBeside })
  return { shown, widths: [...widths.values()].map((width) => Math.round(width * 10) / 10), isTight }
}

test('beside a case the columns that matter stay, and the others go from the end', () => {
  expect(fitted(50, true)).toEqual({ shown: all, widths: [10, 10, 10, 10, 10], isTight: false })
  expect(fitted(41, true)).toEqual({ shown: all, widths: [8.5, 8.5, 8.5, 7, 8.5], isTight: true })
  expect(fitted(31.9, true).shown).toEqual(['no', 'due', 'value', 'amount'])
  expect(fitted(10, true)).toEqual({ shown: ['no', 'due', 'amount'], widths: [7, 7, 4], isTight: true })
})

test('a list alone keeps every column that was chosen, narrower down to its bound', () => {
  expect(fitted(60, false)).toEqual({ shown: all, widths: [10, 10, 10, 10, 10], isTight: false })
  expect(fitted(41, false).widths).toEqual([8.5, 8.5, 8.5, 7, 8.5])
  expect(fitted(10, false)).toEqual({ shown: all, widths: [7, 7, 7, 4, 7], isTight: true })
})
