import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { unwatched } from '../kernel/db/database-watch.ts'
import { leaseHolder, leaseKeys, tryLease, type Lease } from '../kernel/db/lease.ts'
import { silentLog } from '../kernel/log.ts'
import { clockLease } from './clock-lease.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A process with the role `clock`, and what became of it. */
function member() {
  const state = { waits: false, acts: false, replaced: false }
  const lease = clockLease({
    url: database.url(),
    watch: unwatched,
    log: { ...silentLog, warn: () => void (state.waits = true) },
    replaced: () => void (state.replaced = true),
  })
  const begin = async (): Promise<void> => {
    await lease.start?.({ isClock: true })
    state.acts = true
  }
  return { state, begin, stop: async () => lease.stop?.() }
}
const holder = () => leaseHolder(database.pools.api, leaseKeys.clock)
const cut = async () => database.asOwner('select pg_terminate_backend($1, 5000)', [await holder()])

test('of two processes one is the clock, and the other begins when that one has ended', async () => {
  const [first, second] = [member(), member()]
  await first.begin()
  const waiting = second.begin()
  await expect.poll(() => second.state.waits).toBe(true)
  expect(second.state.acts).toBe(false)
  await first.stop()
  await waiting
  expect(first.state).toEqual({ waits: false, acts: true, replaced: false })
  // One that waits can be stopped as well, and a process without the role requests nothing.
  const third = member()
  const never = third.begin()
  await expect.poll(() => third.state.waits).toBe(true)
  await third.stop()
  await never
  await second.stop()
  expect(await holder()).toBeUndefined()
})

test('a clock whose connection breaks takes its lease again; where another was faster it ends', async () => {
  const first = member()
  await first.begin()
  const before = await holder()
  await cut()
  await expect.poll(async () => [undefined, before].includes(await holder()), { timeout: 5000 }).toBe(false)
  expect(first.state.replaced).toBe(false)

  let faster: Lease | undefined
  for (let cuts = 0; cuts < 20 && faster === undefined; cuts += 1) {
    await cut()
    faster = await tryLease(database.pools.feed, leaseKeys.clock)
  }
  await expect.poll(() => first.state.replaced, { timeout: 5000 }).toBe(true)
  await first.stop()
  await faster?.release()
})
