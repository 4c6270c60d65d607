import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockStops } from './clock-stops.ts'

const from = 1_700_000_000_123

test('stops rise, are whole seconds, and end where the clock should stand', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 * 86_400_000 }),
      fc.array(fc.integer({ min: 0, max: 86_400_000 }), { maxLength: 200 }),
      (ms, dues) => {
        const to = from + ms
        const stops = clockStops({ from, to, due: dues.map((one) => from + one) })
        expect(stops.at(-1)).toBe(to)
        expect(stops.length).toBeLessThan(450)
        for (const [index, at] of stops.entries()) {
          expect(at).toBeGreaterThan(stops[index - 1] ?? from)
          if (index < stops.length - 1) expect(at % 1000).toBe(0)
        }
      },
    ),
  )
})

test('the second in which an order falls due is among them', () => {
  const due = from + 3_600_000
  expect(clockStops({ from, to: from + 86_400_000, due: [due] })).toContain(Math.floor(due / 1000) * 1000)
})
