import pg from 'pg'
import { hourMs, minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { owned } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import { manualClock, type Clock } from '../time/clock.ts'
import { deleteRead, publishEvent, readLag, type OutboxDb, type OutboxEvent } from './outbox.store.ts'
import { createOutbox } from './outbox.ts'
import { listParked, retryParked } from './parked.store.ts'
import { createSubscription, type Subscription } from './subscription.ts'

let database: TestDatabase
let db: OutboxDb
beforeEach(async () => {
  database = await testDatabase()
  db = owned<'outbox'>(database.pools.api)
})
afterEach(() => database.close())

type Numbered = { n: number }
const publish = (n: number): Promise<void> => publishEvent(db as unknown as AnyDb, 'test.counted', { n })
const session = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url() })
  await client.connect()
  return client
}
const insert = (n: number): string => `insert into outbox.events (type, payload) values ('test.counted', '{"n": ${n}}')`

/** A subscription that keeps what it committed; `fails` decides for which events its handler throws. */
function reader(
  name: string,
  fails: (n: number, batch: number) => boolean = () => false,
  { cause = new Error('cannot be handled'), clock }: { cause?: Error; clock?: Pick<Clock, 'monotonic'> } = {},
) {
  const handled: number[] = []
  const subscription: Subscription = createSubscription<Numbered>(
    { db, log: silentLog, ...(clock && { clock }) },
    {
      name,
      type: 'test.counted',
      batch: 10,
      async handle(_tx, events: readonly OutboxEvent<Numbered>[]) {
        const numbers = events.map(({ payload }) => payload.n)
        if (numbers.some((n) => fails(n, numbers.length))) throw cause
        return () => void handled.push(...numbers)
      },
    },
  )
  /** Delivers until everything expected came: transactions of other test files hold events back. */
  const until = async (expected: readonly number[]): Promise<void> => {
    await expect
      .poll(async () => {
        await subscription.deliver()
        return handled
      })
      .toEqual(expected)
  }
  return { handled, subscription, until }
}

test('each subscription handles each event once, in the order of commit, and one that rolls back is none', async () => {
  const [one, other] = [reader('one.reader'), reader('other.reader')]
  for (const n of [1, 2, 3]) await publish(n)
  const failing = await session()
  await failing.query(`begin; ${insert(9)}; rollback`)
  await failing.end()
  await one.until([1, 2, 3])
  await other.until([1, 2, 3])
  await publish(4)
  await one.until([1, 2, 3, 4])
})

test('events are read in the order of their transactions where these come to have one digit more', async () => {
  const one = reader('counting.reader')
  const all = Array.from({ length: 20 }, (_, n) => n)
  for (const n of all)
    await database.asOwner(
      `insert into outbox.events (type, payload, xact) values ('test.counted', '{"n": ${n}}', '${n + 90}'::xid8)`,
    )
  await one.until(all)
})

test('an event of a transaction that commits late is not missed', async () => {
  const one = reader('late.reader')
  const late = await session()
  await late.query(`begin; ${insert(1)}`)
  await publish(2)
  await one.subscription.deliver()
  expect(one.handled).toEqual([])
  await late.query('commit')
  await late.end()
  await one.until([1, 2])
})

test('an event that cannot be handled is parked with its error and holds no other up', async () => {
  const one = reader('parking.reader', (n) => n === 2)
  for (const n of [1, 2, 3]) await publish(n)
  await one.until([1, 3])
  expect(await database.asOwner('select subscription, payload, error from outbox.parked')).toEqual([
    { subscription: 'parking.reader', payload: { n: 2 }, error: 'Error: cannot be handled' },
  ])
  expect(await readLag(db)).toEqual({ lagSeconds: 0, parked: 1 })
})

test('events that fail now and then are handled: an event is parked for its own failures alone', async () => {
  const failures = new Map<number, number>()
  const one = reader('shaken.reader', (n) => {
    failures.set(n, (failures.get(n) ?? 0) + 1)
    // In its batch, and once alone.
    return (failures.get(n) ?? 0) <= 2
  })
  const all = Array.from({ length: 12 }, (_, n) => n)
  for (const n of all) {
    await publish(n)
    await one.until(all.slice(0, n + 1))
  }
  expect(await readLag(db)).toMatchObject({ parked: 0 })
})

const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

test('an event that alone takes too long is parked after tries over minutes, and holds up no event then', async () => {
  const clock = manualClock(0)
  const tried: number[] = []
  const one = reader('stuck.reader', (n) => n === 2 && tried.push(clock.now()) > 0, { cause: late, clock })
  for (const n of [1, 2, 3]) await publish(n)
  await one.until([1])
  // It waits for its next try, however often events are delivered.
  const before = tried.length
  for (let second = 0; second < 5; second += 1) await one.subscription.deliver()
  expect(tried).toHaveLength(before)
  while (one.handled.length < 2 && clock.now() < 3 * hourMs) {
    clock.advance(5 * secondMs)
    await one.subscription.deliver()
  }
  expect(one.handled).toEqual([1, 3])
  expect(new Set(tried).size).toBe(10)
  expect(tried.at(-1)).toBeGreaterThan(10 * minuteMs)
  expect(tried.at(-1)).toBeLessThan(hourMs)
  const { rows } = await listParked(db, { limit: 10, offset: 0 })
  expect(rows).toMatchObject([{ subscription: 'stuck.reader', error: String(late) }])
  // An operator who retries it has it parked anew, and stops nothing by that.
  const key = { subscription: 'stuck.reader', id: rows[0]?.id ?? 0n }
  expect(await retryParked(database.pools.console as AnyDb, key)).toBe(true)
  await publish(4)
  await one.until([1, 3, 4])
  expect(await readLag(db)).toEqual({ lagSeconds: 0, parked: 1 })
})

test('an event is not parked while the whole database is slow', async () => {
  const clock = manualClock(0)
  let isBusy = true
  const slowClock = { monotonic: () => (isBusy ? (clock.advance(2 * secondMs), clock.monotonic()) : clock.monotonic()) }
  let tried = 0
  const one = reader('busy.reader', () => ((tried += 1), isBusy), { cause: late, clock: slowClock })
  await publish(1)
  while (tried < 25) {
    clock.advance(20 * secondMs)
    await one.subscription.deliver()
  }
  expect(await readLag(db)).toMatchObject({ parked: 0 })
  isBusy = false
  clock.advance(hourMs)
  await one.until([1])
})

test('events that take too long together are handled one by one', async () => {
  const one = reader('slow.reader', (_, batch) => batch > 1, { cause: late })
  const all = Array.from({ length: 5 }, (_, n) => n)
  for (const n of all) await publish(n)
  await one.until(all)
  expect(await readLag(db)).toMatchObject({ parked: 0 })
})

test('a subscription that fails keeps no other from its events', async () => {
  const failing: Subscription = {
    ...reader('away.reader').subscription,
    deliver: () => Promise.reject(new Error('away')),
  }
  const one = reader('good.reader')
  const clock = manualClock(Date.now())
  const outbox = createOutbox({ db, clock, subscriptions: [failing, one.subscription], deliveries: [] })
  await publish(1)
  await expect
    .poll(async () => {
      await expect(outbox.deliver()).rejects.toThrow('away')
      return one.handled
    })
    .toEqual([1])
})

test('an event that another process handles before it is parked is not, nor is the one after it', async () => {
  const other = reader('moved.reader')
  let failures = 0
  // The batch and the event alone, ten times; the transaction after them parks it.
  const beforeParking = async (): Promise<void> => {
    if (failures !== 20 || other.handled.length > 0) return
    await other.until([1])
    await publish(2)
  }
  const watched = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (name !== 'transaction') return typeof value === 'function' ? (value.bind(target) as unknown) : value
      const execute: OutboxDb['transaction'] extends () => { execute: infer E } ? E : never = async (run) => {
        await beforeParking()
        return target.transaction().execute(run)
      }
      return () => ({ execute })
    },
  })
  const failing = createSubscription<Numbered>(
    { db: watched, log: silentLog },
    {
      name: 'moved.reader',
      type: 'test.counted',
      batch: 10,
      async handle(_tx, events) {
        if (events[0]?.payload.n !== 1) return
        failures += 1
        throw new Error('cannot be handled here')
      },
    },
  )
  await publish(1)
  await expect.poll(async () => (await failing.deliver(), failures)).toBe(20)
  await failing.drain()
  expect(await readLag(db)).toMatchObject({ parked: 0 })
})

test('a parked event that is retried is handled once, and parked anew where it fails again', async () => {
  let isBroken = true
  const one = reader('retried.reader', () => isBroken)
  await publish(1)
  const parked = async () => (await listParked(db, { limit: 10, offset: 0 })).rows
  await expect.poll(async () => (await one.subscription.deliver(), (await parked()).length)).toBe(1)
  const [event] = await parked()
  const retry = () =>
    retryParked(database.pools.console as AnyDb, { subscription: 'retried.reader', id: event?.id ?? 0n })
  // Twenty at once give it back once.
  const given = await Promise.all(Array.from({ length: 20 }, retry))
  expect(given.filter(Boolean)).toHaveLength(1)
  expect(await parked()).toEqual([])
  await one.subscription.deliver()
  expect(await parked()).toHaveLength(1)
  isBroken = false
  expect(await retry()).toBe(true)
  await one.until([1])
  await one.subscription.deliver()
  expect(one.handled).toEqual([1])
  expect(await retry()).toBe(false)
})

test('two processes that read at once handle each event once', async () => {
  const readers = [reader('shared.reader'), reader('shared.reader')]
  for (let n = 0; n < 50; n += 1) await publish(n)
  const all = (): number[] => readers.flatMap(({ handled }) => handled).toSorted((a, b) => a - b)
  await expect
    .poll(async () => {
      await Promise.all(readers.map(({ subscription }) => subscription.deliver()))
      return all()
    })
    .toEqual(Array.from({ length: 50 }, (_, n) => n))
})

test('what every subscription has read is deleted after a day, and nothing that one has not', async () => {
  const [one, other] = [reader('quick.reader'), reader('slow.reader')]
  await publish(1)
  await one.until([1])
  await other.subscription.deliver()
  await other.until([1])
  await publish(2)
  await one.until([1, 2])
  await database.asOwner(`update outbox.events set created_at = now() - interval '2 days'`)
  await deleteRead(db)
  expect(await database.asOwner(`select payload from outbox.events`)).toEqual([{ payload: { n: 2 } }])
})
