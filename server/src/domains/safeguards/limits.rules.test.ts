import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeLimit, limitText, limitUnits, loosenAfterMs, wishLastsMs } from './limits.rules.ts'
import type { CustomerLimit } from './eligibility.ts'

const hour = 3_600_000
const value = fc.option(fc.bigInt({ min: 0n, max: 5n }), { nil: null })
const request = fc.record({ wanted: value, confirm: fc.boolean(), afterMs: fc.integer({ min: 0, max: 60 * hour }) })
const isLooser = (wanted: bigint | null, held: bigint | null): boolean =>
  held !== null && (wanted === null || wanted > held)

test('whatever is requested in whatever order, a limit is loosened only to what was requested a day before and stands', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
      let limit: CustomerLimit = { name: 'loss1d', value: null, wish: null }
      let now = 0
      // When each value was last requested without being dropped, kept by the slow way: the whole story.
      const story: { at: number; wanted: bigint | null; confirm: boolean }[] = []
      for (const { wanted, confirm, afterMs } of requests) {
        now += afterMs
        const change = changeLimit(limit, { wanted, confirm, now })
        if ('waits' in change) {
          expect(confirm && isLooser(wanted, limit.value)).toBe(true)
          if (change.waits !== null) expect(change.waits).toBeGreaterThan(now)
          continue
        }
        if (isLooser(change.limit.value, limit.value)) {
          expect(confirm).toBe(true)
          const early = story.findLast((one) => !one.confirm && one.wanted === wanted && now - one.at >= loosenAfterMs)
          expect(early).toBeDefined()
          expect(now - (limit.wish?.from ?? 0)).toBeLessThan(wishLastsMs)
        }
        // Tightening never waits.
        if (!isLooser(wanted, limit.value)) expect(change.limit).toEqual({ name: 'loss1d', value: wanted, wish: null })
        story.push({ at: now, wanted, confirm })
        limit = change.limit
      }
    }),
    { numRuns: 500 },
  )
})

test('money keeps its cents between wire and books, counts stay as they are', () => {
  expect(limitUnits('loss1d', 12_345n)).toBe(123_450_000n)
  expect(limitText('loss1d', 123_450_000n)).toBe('123.45')
  expect([limitUnits('maxOpen', 7), limitText('maxOpen', 7n)]).toEqual([7n, '7'])
})
