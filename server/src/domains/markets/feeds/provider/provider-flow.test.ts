import { expect, test } from 'vitest'
import { createFlow } from './provider-flow.ts'

test('frames, bytes and the time they take are each bounded within a second, and begin anew with the next', () => {
  let now = 5000
  const flow = createFlow({ maxFrames: 3, now: () => now })
  expect([flow.arrived(10), flow.arrived(10), flow.arrived(10), flow.arrived(10)]).toEqual([true, true, true, false])
  now = 6000
  expect(flow.arrived(1024 * 1024)).toBe(true)
  expect(flow.arrived(1024 * 1024 + 1)).toBe(false)
  now = 7000
  expect(flow.arrived(100)).toBe(true)
  expect(flow.took(200)).toBe(true)
  expect(flow.took(51)).toBe(false)
  now = 8000
  expect(flow.arrived(100)).toBe(true)
  expect(flow.took(200)).toBe(true)
})

test('one frame that takes longer than a second is a flood by itself', () => {
  let now = 5000
  const flow = createFlow({ maxFrames: 3, now: () => now })
  flow.arrived(100)
  now = 6500
  expect(flow.took(1500)).toBe(false)
})
