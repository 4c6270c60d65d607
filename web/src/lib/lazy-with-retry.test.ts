import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadUntilLoaded } from './lazy-with-retry.ts'

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  })
  return load
}

test('a file that does not come is requested again at once when the network is back', async () => {
  const load = failing(1)
  const loaded = loadUntilLoaded(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(1)
  page.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('part')
  expect(vi.getTimerCount()).toBe(0)
})

test('without word of the network it is requested every five seconds', async () => {
  const load = failing(3)
  const loaded = loadUntilLoaded(load)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await loaded).toBe('part')
})
