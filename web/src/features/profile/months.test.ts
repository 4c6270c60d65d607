import { expect, test } from 'vitest'
import { monthsSince } from './months.ts'

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`)

test('months go back to the one the account was opened in, over the turn of a year', () => {
  expect(monthsSince(at('2025-12-31'), at('2026-02-01'))).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthsSince(at('2026-02-01'), at('2026-02-01'))).toEqual(['2026-02'])
})

test('at most two years, and the present month where nothing is known', () => {
  expect(monthsSince(0, at('2026-02-01'))).toHaveLength(24)
  expect(monthsSince(undefined, at('2026-02-28'))[0]).toBe('2026-02')
})
