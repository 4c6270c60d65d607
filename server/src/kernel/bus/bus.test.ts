import { expect, test, vi } from 'vitest'
import { openBatchedTopic } from './batched-topic.ts'
import { createLocalBus } from './local-bus.ts'
import { createSharedCount } from './shared-count.ts'

test('a message reaches every other process that listens to its topic, and none of its own', async () => {
  const local = createLocalBus()
  const [one, two, three] = [local.open(), local.open(), local.open()]
  const received: string[] = []
  for (const [name, bus] of Object.entries({ one, two, three }))
    bus.subscribe('news', (message) => received.push(`${name} ${message}`))
  three.subscribe('other', () => received.push('wrong'))
  one.publish('news', 'hello')
  await expect.poll(() => received.toSorted()).toEqual(['three hello', 'two hello'])
  await two.close()
  one.publish('news', 'again')
  await expect.poll(() => received.length).toBe(3)
  expect(received.at(-1)).toBe('three again')
})

test('what one tick of the loop publishes goes as one message, in its order', async () => {
  const local = createLocalBus()
  const [one, two] = [local.open(), local.open()]
  const messages: string[] = []
  const received: number[] = []
  two.subscribe('facts', (message) => messages.push(message))
  openBatchedTopic<number>(two, 'facts', (fact) => received.push(fact))
  const publishFact = openBatchedTopic<number>(one, 'facts', () => {})
  for (const fact of [1, 2, 3]) publishFact(fact)
  await expect.poll(() => received).toEqual([1, 2, 3])
  expect(messages).toHaveLength(1)
})

test('a shared count adds what each process publishes, and drops one that is silent', () => {
  vi.useFakeTimers()
  const local = createLocalBus()
  let now = 0
  const clock = { monotonic: () => now }
  const count = (from: string, own: () => number) =>
    createSharedCount({ bus: local.open(), clock, from }, { topic: 'sockets', own })
  const one = count('one', () => 2)
  const two = count('two', () => 5)
  vi.advanceTimersByTime(2000)
  vi.runOnlyPendingTimers()
  expect(one.total()).toBe(7)
  two.stop()
  now += 7000
  expect(one.total()).toBe(2)
  one.stop()
  vi.useRealTimers()
})
