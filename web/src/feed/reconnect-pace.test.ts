import { expect, test } from 'vitest'
import { responseLimitMs, pauseMs, silenceLimitMs } from './reconnect-pace.ts'

test('pauses between 0.5 and 2.5 s in sight, up to 30 s hidden, and differently for each client', () => {
  for (let attempt = 0; attempt < 20; attempt++)
    for (const random of [0, 0.5, 0.999]) {
      expect(pauseMs(attempt, false, random)).toBeGreaterThanOrEqual(500)
      expect(pauseMs(attempt, false, random)).toBeLessThanOrEqual(2500)
      expect(pauseMs(attempt, true, random)).toBeLessThanOrEqual(30_000)
    }
  expect(pauseMs(10, false, 0)).toBeLessThan(pauseMs(10, false, 0.9))
})

test('waits longer for each further response, and for each further silence, within bounds', () => {
  expect([0, 1, 2, 50].map(responseLimitMs)).toEqual([3000, 4500, 6750, 15_000])
  expect([0, 1, 2, 50].map(silenceLimitMs)).toEqual([6000, 12_000, 24_000, 60_000])
})
