import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../kernel/time/clock.ts'

const longestPauseMs = 100

/** Runs one step of a long work and leaves the processors to others for as long as it took. */
export async function paced<T>(clock: Pick<Clock, 'monotonic'>, step: () => Promise<T>): Promise<T> {
  const began = clock.monotonic()
  const result = await step()
  await wait(Math.min(clock.monotonic() - began, longestPauseMs))
  return result
}
