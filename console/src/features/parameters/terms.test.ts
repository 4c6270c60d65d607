import { expect, test } from 'vitest'
import { changedTerms, isTerm } from './terms.ts'

const term = { limitTime: 60, min: '5.00', max: '200.00', payoutRate: '0.94', earlySale: false }

test.each([
  [{}, true],
  [{ min: '0' }, false],
  [{ min: '201' }, false],
  [{ min: '200' }, true],
  [{ max: '200.001' }, false],
  [{ payoutRate: '1.02' }, false],
  [{ payoutRate: '0.12345' }, false],
  [{ min: '5,00' }, false],
  [{ min: '0.99' }, false],
  [{ max: '5000' }, true],
  [{ max: '5000.01' }, false],
  [{ payoutRate: '0.8' }, true],
  [{ payoutRate: '0.7999' }, false],
])('a term with %o holds: %s', (change, holds) => expect(isTerm({ ...term, ...change })).toBe(holds))

test('a proposal changes something', () => {
  expect(changedTerms([term], [term])).toBe(0)
  expect(changedTerms([term], [{ ...term, earlySale: true }])).toBe(1)
})
