import { expect, test } from 'vitest'
import { optionResultsIn, positionsOf } from './option-figure.ts'

const figure = { orders: 400, won: 190, groups: 40, staked: '4000000000', result: '200', expected: '120', error: '20' }
const read = (changed: object) => optionResultsIn(JSON.stringify({ ...figure, ...changed }))

test('results of options are read whole, and what is no figure is none', () => {
  expect(read({})).toMatchObject({ orders: 400, won: 190, staked: 4_000_000_000n, result: 200n, chance: 80n })
  for (const wrong of [null, '[]', '"x"']) expect(optionResultsIn(wrong), String(wrong)).toBe(undefined)
  for (const wrong of [{ orders: 0 }, { won: null }, { result: 200 }, { error: '1.5' }])
    expect(read(wrong)).toBe(undefined)
})

test('beyond chance is what is more than four standard errors from the expected result, on either side', () => {
  for (const [result, isBeyond] of [
    ['200', false],
    ['201', true],
    ['40', false],
    ['39', true],
    ['-500', true],
  ] as const)
    expect(read({ result })?.isBeyondChance, result).toBe(isBeyond)
})

test('the line shows the range of chance and the result', () => {
  const positions = (changed: object) => {
    const results = read(changed)
    return results && positionsOf(results)
  }
  expect(positions({ result: '120' })).toEqual({ from: 8.3, to: 91.7, result: 50 })
  expect(positions({ result: '360' })).toEqual({ from: 8.3, to: 50, result: 91.7 })
  expect(positions({ result: '120', error: '0' })).toEqual({ from: 8.3, to: 8.3, result: 8.3 })
})
