import * as z from 'zod/mini'
import { get, post } from './route.ts'
import { epochMs, nothing } from './shapes.ts'
import { dayMs } from './durations.ts'

/** At most so far in one call: a year and a bit, so that every term of the product can be seen to end. */
export const longestMoveMs = 400 * dayMs

const clock = z.object({
  now: epochMs,
  /** How far the product's clock is ahead of the machine's, in milliseconds. */
  movedMs: z.int().check(z.nonnegative()),
})

export const readClock = get('/sandbox/clock', {
  summary: "The product's clock in a sandbox, and how far it was moved. Does not exist in a live installation.",
  request: nothing,
  result: clock,
  refusals: [],
})

export const moveClock = post('/sandbox/clock', {
  summary: "Move the product's clock forward in a sandbox; prices, orders, jobs and sessions follow before it answers.",
  request: z.strictObject({ advanceMs: z.int().check(z.minimum(1), z.maximum(longestMoveMs)) }),
  result: clock,
  refusals: [],
})
