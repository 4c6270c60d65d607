import { expect, test } from 'vitest'
import { pauseMs } from './price-socket.ts'

test('pauses between 0.5 and 2.5 s in sight, up to 30 s hidden, and differently for each client', () => {
  for (let attempt = 0; attempt < 20; attempt++)
    for (const random of [0, 0.5, 0.999]) {
      expect(pauseMs(attempt, false, random)).toBeGreaterThanOrEqual(500)
      expect(pauseMs(attempt, false, random)).toBeLessThanOrEqual(2500)
      expect(pauseMs(attempt, true, random)).toBeLessThanOrEqual(30_000)
    }
  expect(pauseMs(10, false, 0)).toBeLessThan(pauseMs(10, false, 0.9))
})
