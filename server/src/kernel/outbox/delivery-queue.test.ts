import { minuteMs } from '@evenhand/protocol/durations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { owned } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import { uuidV7 } from '../ids.ts'
import { silentLog } from '../log.ts'
import { manualClock } from '../time/clock.ts'
import { enqueueDeliveries } from './deliveries.store.ts'
import { createDeliveryQueue, leaseMs, retryAfterMs, type Outcome } from './delivery-queue.ts'
import { deleteFailed, listFailed, retryDelivery } from './failed-deliveries.store.ts'
import type { OutboxDb } from './outbox.store.ts'

type Numbered = { n: number }
let database: TestDatabase
let db: OutboxDb
const clock = manualClock(1_800_000_000_000)
beforeEach(async () => {
  database = await testDatabase()
  db = owned<'outbox'>(database.pools.api)
})
afterEach(() => database.close())

const deliveryOf = (n: number, accountId: bigint) => {
  const now = clock.now()
  return { id: uuidV7(now), kind: 'test.mail', accountId, template: 'test', payload: { n }, dueAt: now }
}
const enqueue = (n: number, accountId = 1n): Promise<void> =>
  enqueueDeliveries(database.pools.api as AnyDb, [deliveryOf(n, accountId)])
const kept = (): Promise<unknown[]> =>
  database.asOwner('select attempts, failed_at is not null as failed from outbox.deliveries order by id')

/** One process's queue, and what its receiver got; `outcome` decides what came of each attempt. */
function openProcess(outcome: (n: number) => Outcome<Numbered> | Promise<Outcome<Numbered>> = () => 'done') {
  const received: number[] = []
  const queue = createDeliveryQueue<Numbered>(
    { db, clock, log: silentLog },
    {
      kind: 'test.mail',
      concurrency: 4,
      async send({ payload: { n } }) {
        received.push(n)
        return outcome(n)
      },
    },
  )
  return { queue, received }
}

test('a delivery of a transaction that rolls back is none; one that commits is sent once by two processes', async () => {
  await expect(
    db.transaction().execute(async (tx) => {
      await enqueueDeliveries(tx as never, [deliveryOf(0, 1n)])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const numbers = Array.from({ length: 60 }, (_, n) => n + 1)
  for (const n of numbers) await enqueue(n, BigInt(n % 7))
  const [one, other] = [openProcess(), openProcess()]
  await Promise.all([one.queue.run(), other.queue.run()])
  expect([...one.received, ...other.received].toSorted((a, b) => a - b)).toEqual(numbers)
  expect(await kept()).toEqual([])
})

test('a process that is killed between its claim and its sending leaves the delivery to another, once its lease is over', async () => {
  await enqueue(1)
  let release: () => void = () => {}
  const killed = openProcess(() => new Promise((resolve) => (release = () => resolve({ error: 'late' }))))
  const dying = killed.queue.run()
  await expect.poll(() => killed.received).toEqual([1])
  const next = openProcess()
  await next.queue.run()
  expect(next.received).toEqual([])
  clock.advance(leaseMs)
  await next.queue.run()
  expect(next.received).toEqual([1])
  // The one whose lease is over changes nothing any more.
  release()
  await dying
  expect(await kept()).toEqual([])
})

test('what fails is tried again with longer pauses for four hours, then kept as failed until an operator retries it', async () => {
  const { queue, received } = openProcess(() => ({ error: '451' }))
  await enqueue(1)
  for (let quarter = 0; quarter < 24; quarter += 1) {
    await queue.run()
    clock.advance(31 * minuteMs)
  }
  expect(received).toHaveLength(13)
  expect(await kept()).toEqual([{ attempts: 13, failed: true }])
  const total = Array.from({ length: 12 }, (_, n) => retryAfterMs(n + 1) ?? 0).reduce((sum, ms) => sum + ms, 0)
  expect(total / 3_600_000).toBeGreaterThan(3)
  const { rows } = await listFailed(db, { limit: 10, offset: 0 })
  expect(rows).toMatchObject([{ accountId: 1n, template: 'test', error: '451', attempts: 13 }])
  const retry = () => retryDelivery(database.pools.console as AnyDb, { id: rows[0]?.id ?? '', at: clock.now() })
  expect((await Promise.all(Array.from({ length: 20 }, retry))).filter(Boolean)).toHaveLength(1)
  await queue.run()
  expect(received).toHaveLength(14)
  expect(await kept()).toEqual([{ attempts: 1, failed: false }])
})

test('one customer’s deliveries follow one another, and one that hangs or throws holds no other customer up', async () => {
  for (const n of [1, 2, 3]) await enqueue(n)
  await enqueue(9, 2n)
  let release: () => void = () => {}
  const hanging = new Promise<Outcome<Numbered>>((resolve) => (release = () => resolve('done')))
  const { queue, received } = openProcess((n) => {
    if (n === 9) throw new Error('cannot be composed')
    return n === 1 ? hanging : 'done'
  })
  const run = queue.run()
  await expect.poll(() => received).toEqual([1, 9])
  release()
  await run
  expect(received).toEqual([1, 9, 2, 3])
  expect(await kept()).toEqual([{ attempts: 1, failed: false }])
})

test('what is put off counts as no attempt, and what was left to send is what is sent next', async () => {
  let outcome: Outcome<Numbered> = { notBefore: clock.now() + 60 * minuteMs }
  const { queue, received } = openProcess(() => outcome)
  await enqueue(1)
  await queue.run()
  expect(await kept()).toEqual([{ attempts: 0, failed: false }])
  outcome = { error: '503', payload: { n: 2 }, retryAfterMs: 5 * minuteMs }
  clock.advance(60 * minuteMs)
  await queue.run()
  outcome = 'done'
  clock.advance(5 * minuteMs - 1)
  await queue.run()
  expect(received).toEqual([1, 1])
  clock.advance(1)
  await queue.run()
  expect(received).toEqual([1, 1, 2])
})

test('what was given up is deleted a month later', async () => {
  await enqueue(1)
  await database.asOwner(`update outbox.deliveries set failed_at = to_timestamp($1::float8 / 1000)`, [clock.now()])
  await deleteFailed(db, clock.now())
  expect(await kept()).toHaveLength(1)
  await deleteFailed(db, clock.now() + 1)
  expect(await kept()).toEqual([])
})
