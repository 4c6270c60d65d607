import { expect, test } from 'vitest'
import { changedTerms, isTerm, percentOf, termDifferences, typedTerms, writtenTerms } from './terms.ts'

const term = { limitTime: 60, min: '5.00', max: '200.00', payoutRate: '0.94', earlySale: false }

test.each([
  [{}, true],
  [{ min: '0' }, false],
  [{ min: '201' }, false],
  [{ min: '200' }, true],
  [{ max: '200.001' }, false],
  [{ payoutRate: '102' }, false],
  [{ payoutRate: '0.94' }, false],
  [{ payoutRate: '92.345' }, false],
  [{ min: '5,00' }, false],
  [{ min: '0.99' }, false],
  [{ max: '5000' }, true],
  [{ max: '5000.01' }, false],
  [{ payoutRate: '80' }, true],
  [{ payoutRate: '99.99' }, true],
  [{ payoutRate: '79.99' }, false],
  [{ payoutRate: '100' }, true],
  [{ payoutRate: '100.00' }, true],
  [{ payoutRate: '100.01' }, false],
  [{ payoutRate: '10' }, false],
])('a term with %o holds: %s', (change, holds) => expect(isTerm({ ...term, payoutRate: '94', ...change })).toBe(holds))

test('a rate is read and typed in per cent, and sent as the share that it was', () => {
  expect(['0.94', '0.9', '0.9425', '0.9999', '0.9400', '1.00'].map(percentOf)).toEqual([
    '94',
    '90',
    '94.25',
    '99.99',
    '94',
    '100',
  ])
  for (const payoutRate of ['0.94', '0.9', '0.9425', '0.8', '1.00'])
    expect(writtenTerms(typedTerms([{ ...term, payoutRate }]))).toEqual([{ ...term, payoutRate }])
})

test('a proposal changes something', () => {
  expect(changedTerms([term], [term])).toBe(0)
  expect(changedTerms([term], [{ ...term, earlySale: true }])).toBe(1)
})

test('what a proposal changes is shown whole: early sale, and terms that are new or gone, as well', () => {
  const hour = { ...term, limitTime: 3600 }
  expect(termDifferences([term], [term])).toEqual([])
  expect(
    termDifferences(
      [term, hour],
      [
        { ...term, earlySale: true },
        { ...hour, max: '300.00' },
      ],
    ),
  ).toEqual([
    { limitTime: 60, field: 'earlySale', was: false, now: true },
    { limitTime: 3600, field: 'max', was: '200.00', now: '300.00' },
  ])
  expect(termDifferences([term], [hour]).map(({ limitTime, was, now }) => [limitTime, was, now])).toEqual([
    [60, '5.00', null],
    [60, '200.00', null],
    [60, '0.94', null],
    [60, false, null],
    [3600, null, '5.00'],
    [3600, null, '200.00'],
    [3600, null, '0.94'],
    [3600, null, false],
  ])
})
