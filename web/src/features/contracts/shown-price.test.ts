import { expect, test } from 'vitest'
import { exactPrice, shownPrice, shownRange } from './shown-price.ts'

test('a recorded price is shown in the decimals of its instrument', () => {
  expect(shownPrice('55963.93601', 2)).toBe('55963.94')
  expect(shownPrice('10.777968645', 5)).toBe('10.77797')
  expect(shownPrice('20000', 2)).toBe('20000.00')
})

test('a typed or recomputed price keeps every digit that is not a zero at its end', () => {
  expect(exactPrice('20000.00000', 2)).toBe('20000.00')
  expect(exactPrice('1.185395714', 5)).toBe('1.185395714')
  expect(exactPrice('20000', 2)).toBe('20000.00')
})

test('a bound that is shown is itself within the bounds', () => {
  expect(shownRange({ from: '1.185390001', to: '1.185399999' }, 5)).toEqual({
    from: '1.18540',
    to: '1.18539',
  })
  expect(shownRange({ from: null, to: '55963.93999' }, 2)).toEqual({ from: null, to: '55963.93' })
  expect(shownRange({ from: '55963.93', to: null }, 2)).toEqual({ from: '55963.93', to: null })
})
