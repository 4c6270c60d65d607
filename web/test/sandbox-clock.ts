import type { Browser } from 'playwright-core'
import { expect, vi } from 'vitest'

/** What journeys get that move the clock of a sandbox; both are there once the first test begins. */
export type MovedClock = {
  readonly browser: () => Browser
  readonly origin: () => string
  readonly advance: (ms: number) => Promise<void>
}

type ClockResponse = { code: number; result: { movedMs: number } }

/** The present time of a product in epoch ms: other journeys may have moved the clock of a sandbox they share. */
export const timeAt = async (origin: string): Promise<number> =>
  ((await (await fetch(`${origin}/sandbox/clock`)).json()) as { result: { now: number } }).result.now

/**
 * Moves the clock of a test's own sandbox forward: prices are recorded and orders decided as if the time had passed. Ends
 * when it stands there. A busy machine may take longer for a day than a call may last: what is cut goes on in the server,
 * which refuses another move until then.
 */
export async function advanceClock(origin: string, advanceMs: number): Promise<void> {
  const clock = async (init?: RequestInit): Promise<ClockResponse> =>
    (await (await fetch(`${origin}/sandbox/clock`, init)).json()) as ClockResponse
  const goal = (await clock()).result.movedMs + advanceMs
  const move = async (): Promise<void> => {
    const left = goal - (await clock()).result.movedMs
    const body = JSON.stringify({ advanceMs: Math.max(1, left) })
    expect(await clock({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).toMatchObject({
      code: 200,
    })
  }
  await vi.waitFor(move, { timeout: 150_000, interval: 500 })
}
