import { expect, test, vi } from 'vitest'
import { createSignal } from './signal.ts'

test('wakes all waiters once, and none waits longer than its timeout', async () => {
  vi.useFakeTimers()
  try {
    const second = createSignal()
    const woken: string[] = []
    const wait = (name: string, ms: number) => second.next(ms).then(() => woken.push(name))
    const all = [wait('first', 1_000), wait('second', 1_000), wait('short', 10)]
    await vi.advanceTimersByTimeAsync(10)
    expect(woken).toEqual(['short'])
    second.happened()
    await Promise.all(all)
    expect(woken).toEqual(['short', 'first', 'second'])
    expect(vi.getTimerCount()).toBe(0)
    // A later waiter waits for the next time.
    const later = wait('later', 1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect(woken).toHaveLength(3)
    second.happened()
    await later
  } finally {
    vi.useRealTimers()
  }
})
