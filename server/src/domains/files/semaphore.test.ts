import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('three run, the others wait, and a caller who meets a full queue is refused with a time to retry', async () => {
  const semaphore = createSemaphore({ max: 3, waiting: 2 })
  const ends: (() => void)[] = []
  const order: number[] = []
  const run = (number: number): Promise<number> =>
    semaphore.run(async () => {
      order.push(number)
      await new Promise<void>((end) => void ends.push(end))
      return number
    })
  const all = [1, 2, 3, 4, 5].map(run)
  await expect(run(6)).rejects.toThrow('tooMany')
  expect(order).toEqual([1, 2, 3])
  ends.shift()?.()
  await all[0]
  expect(order).toEqual([1, 2, 3, 4])
  while (order.length < 5 || ends.length > 0) {
    ends.shift()?.()
    await Promise.resolve()
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5])
  const again = run(7)
  ends.shift()?.()
  expect(await again).toBe(7)
})

test('work that fails gives its place back', async () => {
  const semaphore = createSemaphore({ max: 1, waiting: 0 })
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await semaphore.run(async () => 'next')).toBe('next')
})
