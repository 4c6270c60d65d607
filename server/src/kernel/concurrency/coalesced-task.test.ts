import { expect, test } from 'vitest'
import { createCoalescedTask } from './coalesced-task.ts'

test('calls during a run share one run after it, and none runs beside another', async () => {
  const release: (() => void)[] = []
  let [runs, beside] = [0, 0]
  const task = createCoalescedTask(async () => {
    runs += 1
    beside += 1
    expect(beside).toBe(1)
    await new Promise<void>((resolve) => release.push(resolve))
    beside -= 1
  })
  const first = task.run()
  const later = [task.run(), task.run(), task.run()]
  release.shift()?.()
  await expect.poll(() => runs).toBe(2)
  release.shift()?.()
  await Promise.all([first, ...later])
  expect(runs).toBe(2)
})

test('a run that fails rejects its callers, and the next call runs again', async () => {
  let fails = true
  const task = createCoalescedTask(async () => {
    if (fails) throw new Error('away')
  })
  await expect(task.run()).rejects.toThrow('away')
  await task.idle()
  fails = false
  await task.run()
})
