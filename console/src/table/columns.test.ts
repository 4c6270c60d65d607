import { expect, test } from 'vitest'
import { shownColumns, sortingOf, sortRows, sortText, type Column, fitColumns, widthFactor } from './columns.ts'

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

test('beside a case the columns that matter stay, and the others go from the end', () => {
  const five = ['no', 'due', 'value', 'amount', 'extra'].map((id) => ({
    id,
    title: id,
    width: 10,
    cell: () => null,
    keep: id === 'due' || id === 'amount',
  }))
  const all = five.map(({ id }) => id)
  expect(fitColumns(five, all, 50)).toEqual({ shown: all, factor: 1 })
  expect(fitColumns(five, all, 40)).toEqual({ shown: all, factor: 0.8 })
  expect(fitColumns(five, all, 30).shown).toEqual(['no', 'due', 'value', 'amount'])
  expect(fitColumns(five, all, 10)).toEqual({ shown: ['no', 'due', 'amount'], factor: 0.7 })
})

test('a list alone keeps every column that was chosen, narrower down to a bound', () => {
  const all = columns.map(({ id }) => id)
  expect(widthFactor(columns, all, 4)).toBe(1)
  expect(widthFactor(columns, all, 3)).toBe(0.75)
  expect(widthFactor(columns, all, 1)).toBe(0.7)
  expect(widthFactor(columns, ['name', 'amount'], 2)).toBe(1)
})
