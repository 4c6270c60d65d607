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

test('a call waits for its own run, not for those that later calls request', async () => {
  const release: (() => void)[] = []
  const task = createCoalescedTask(() => new Promise<void>((resolve) => release.push(resolve)))
  const first = task.run()
  const second = task.run()
  release.shift()?.()
  await first
  await expect.poll(() => release.length).toBe(1)
  const third = task.run()
  release.shift()?.()
  await second
  await expect.poll(() => release.length).toBe(1)
  release.shift()?.()
  await third
  await task.idle()
})

test('calls during a run that fails get a run of their own, which may succeed', async () => {
  let runs = 0
  const task = createCoalescedTask(async () => {
    runs += 1
    if (runs === 1) throw new Error('away')
  })
  const first = task.run()
  const second = task.run()
  await expect(first).rejects.toThrow('away')
  await second
  expect(runs).toBe(2)
})
