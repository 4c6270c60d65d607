import { expect, test } from 'vitest'
import { loansOutIn } from './loan-figure.ts'

const figure = {
  loans: 3,
  principal: '1500000000',
  overdueLoans: 1,
  overdue: '500000000',
  arrearsLoans: 0,
  arrears: '0',
  plannedLoans: 1,
  planned: '250000000',
  writtenOffLoans: 2,
  writtenOff: '70000000',
}

test('what is lent is read whole, and what is no figure is none', () => {
  expect(loansOutIn(JSON.stringify(figure))).toEqual({
    all: { loans: 3, principal: 1_500_000_000n },
    overdue: { loans: 1, principal: 500_000_000n },
    arrears: { loans: 0, principal: 0n },
    planned: { loans: 1, principal: 250_000_000n },
    writtenOff: { loans: 2, principal: 70_000_000n },
  })
  for (const wrong of [
    null,
    '[]',
    '3',
    JSON.stringify({ ...figure, arrears: undefined }),
    JSON.stringify({ ...figure, loans: -1 }),
  ])
    expect(loansOutIn(wrong), String(wrong)).toBe(undefined)
})
