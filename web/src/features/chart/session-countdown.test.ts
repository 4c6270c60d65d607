import { expect, test } from 'vitest'
import { leftOf } from './session-countdown.tsx'

test.each([
  [0, 0, '00:00:00'],
  [-5000, 0, '00:00:00'],
  [999, 0, '00:00:01'],
  [3_661_000, 0, '01:01:01'],
  [86_400_000, 1, '00:00:00'],
  [2 * 86_400_000 + 59_000, 2, '00:00:59'],
])('%d ms are %d days and %s', (ms, days, clock) => expect(leftOf(ms)).toEqual({ days, clock }))
