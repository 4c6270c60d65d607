import { expect, test } from 'vitest'
import {
  classBoundsText,
  exposureOf,
  firstTable,
  termsOfRow,
  versionOf,
  type ClassRow,
  type ContractTable,
} from './class-table.ts'
import { firstClassTerms } from './terms.ts'

const changed = (name: string, change: object): ContractTable => ({
  ...firstTable,
  classes: firstTable.classes.map((row) => (row.class === name ? { ...row, ...change } : row)),
})

test('version 1 is the table of the rule book, written out and read again', () => {
  expect(firstTable.classes.slice(0, 3)).toEqual([
    { class: 'fxMajor', halfSpread: '0.5', fee: '0.04', financing: '0.01', leverage: 30 },
    { class: 'fxMinor', halfSpread: '1.0', fee: '0.04', financing: '0.01', leverage: 20 },
    { class: 'crypto', halfSpread: '0.0200', fee: '0.04', financing: '0.02', leverage: 2 },
  ])
  expect(versionOf(1, firstTable)).toEqual({
    version: 1,
    classes: firstClassTerms,
    exposure: { instrument: 2_000_000_000_000n, total: 20_000_000_000_000n },
  })
})

test.each([
  ['fxMajor', { leverage: 50 }],
  ['crypto', { leverage: 5 }],
  ['crypto', { leverage: 3 }],
  ['stock', { fee: '0.1501' }],
  ['stock', { fee: '-0.01' }],
  ['stock', { fee: '0.00001' }],
  ['gold', { halfSpread: '0' }],
  ['gold', { halfSpread: '0.76' }],
  ['fxMinor', { halfSpread: '0.55' }],
  ['etf', { financing: '0.0751' }],
  ['indexMajor', { financing: '0.01' }],
  ['metal', { class: 'gold' }],
])('%s with %o is no version', (name, change) => expect(versionOf(2, changed(name, change))).toBeUndefined())

test.each([
  ['fxMajor', { leverage: 10, halfSpread: '2.5', fee: '0.15', financing: '0.05' }],
  ['crypto', { leverage: 1, halfSpread: '0.0001', fee: '0', financing: '0' }],
])('%s with %o is one', (name, change) => expect(versionOf(2, changed(name, change))?.version).toBe(2))

test('every class stands in a version once, in one order', () => {
  const { classes, exposure } = firstTable
  for (const other of [classes.slice(1), classes.toReversed(), [...classes, ...classes.slice(-1)]])
    expect(versionOf(2, { classes: other, exposure })).toBeUndefined()
})

test.each([
  ['2000001', '2000000'],
  ['999', '2000000'],
  ['1000', '1000000001'],
  ['1000.5', '2000000'],
])('the house takes no %s of an instrument and %s in all', (instrument, total) =>
  expect(exposureOf({ instrument, total })).toBeUndefined(),
)

test('terms have the leverage up to their cap, and bounds are shown in the units of the row', () => {
  expect(termsOfRow({ ...(firstTable.classes[0] as ClassRow), leverage: 10 }, 3)).toMatchObject({
    version: 3,
    leverages: [1, 2, 5, 10],
  })
  expect(classBoundsText('gold')).toEqual({
    halfSpread: ['0.01', '0.75'],
    fee: ['0', '0.15'],
    financing: ['0', '0.05'],
    leverages: [1, 2, 5, 10, 20],
  })
})
