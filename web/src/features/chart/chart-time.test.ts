import { describe, expect, it } from 'vitest'
import { besidePoint, indexAt, momentAt, indexOfTime } from './chart-time.ts'

const minute = 60_000
const noon = 1_795_262_400_000
// Two candles, a closed hour, two candles.
const bars = [0, 1, 61, 62].map((after) => ({ timestamp: noon + after * minute }))

describe('a moment among the candles', () => {
  it.each([
    ['inside a candle', 1.5, 1.5],
    ['in the hole that a closed market left', 30, 2],
    ['at the candle after the hole', 61, 2],
    ['after the last candle', 65, 6],
    ['before the first', -3, -3],
  ])('%s', (_, after, position) => {
    expect(indexOfTime(bars, noon + after * minute, minute)).toBeCloseTo(position, 9)
  })
  it('comes back from its position, also beyond both ends', () => {
    for (const after of [-3.25, 0, 0.5, 1.75, 61.5, 62, 80])
      expect(momentAt(bars, indexOfTime(bars, noon + after * minute, minute), minute)).toBe(noon + after * minute)
  })
  it('stands still when older candles arrive in front', () => {
    const older = [...[-2, -1].map((after) => ({ timestamp: noon + after * minute })), ...bars]
    expect(indexOfTime(older, noon + 61.5 * minute, minute)).toBe(indexOfTime(bars, noon + 61.5 * minute, minute) + 2)
  })
  it('has no candle before the first and none without candles', () => {
    expect(indexAt(bars, noon - 1)).toBe(-1)
    expect(indexAt([], noon)).toBe(-1)
    expect(indexOfTime([], noon, minute)).toBe(0)
  })
})

it('a result stands behind its point, and before it where the pane would cut it', () => {
  const pane = { width: 300, labelPx: 72 }
  expect(besidePoint(218, pane)).toEqual({ x: 228, align: 'left' })
  expect(besidePoint(219, pane)).toEqual({ x: 209, align: 'right' })
})
