import type { Browser } from 'playwright-core'
import { expect } from 'vitest'

/** What journeys get that move the clock of a sandbox; both are there once the first test begins. */
export type MovedClock = {
  readonly browser: () => Browser
  readonly origin: () => string
  readonly advance: (ms: number) => Promise<void>
}

/** Moves the clock of a test's own sandbox forward: prices are recorded and orders decided as if the time had passed. */
export async function advanceClock(origin: string, advanceMs: number): Promise<void> {
  const moved = await fetch(`${origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  expect(moved.status).toBe(200)
}
