import { expect, test } from 'vitest'
import { placeFrame } from './chart-frame.ts'

const minute = { from: 0, until: 60_000 }

test('a minute fits with room on both sides, and stands still while its seconds come', () => {
  const first = placeFrame(minute, { width: 792, last: 0 })
  const later = placeFrame(minute, { width: 792, last: 30_000 })
  expect(first.bar).toBeCloseTo(10)
  expect(later.bar).toBe(first.bar)
  // The end is as far from the right edge before and after: half a minute of seconds has come in between.
  expect(first.right - later.right).toBe(300)
})

test('after the end the room behind it stays, and no second is narrower than half a pixel', () => {
  expect(placeFrame(minute, { width: 792, last: 90_000 }).right).toBe(120)
  expect(placeFrame({ from: 0, until: 3_600_000 }, { width: 300, last: 0 }).bar).toBe(0.5)
})
