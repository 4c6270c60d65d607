import { expect, test } from 'vitest'
import { refreshMs } from './use-market-info.ts'

test('an instrument is requested every half minute, and just after its session turns', () => {
  const now = 1_795_262_400_000
  expect(refreshMs(undefined, now)).toBe(30_000)
  expect(refreshMs({ open: true, until: null }, now)).toBe(30_000)
  expect(refreshMs({ open: true, until: now + 5_000 }, now)).toBe(6_500)
  expect(refreshMs({ open: false, until: now - 60_000 }, now)).toBe(1_000)
})
