import { createLifecycle } from '../../app/lifecycle.ts'
import { silentLog } from '../../kernel/log.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { processWorkMs } from '../../../test/process-time.ts'
import { people } from '../../../test/fixtures/customers.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { createSessionCache, type Kept } from './session-cache.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

const info = async (token: string): Promise<{ status: number; code: number }> => {
  const { status, code } = await at.post('user/getUserInfo', {}, { token })
  return { status, code }
}
const ended = { status: 401, code: 401 }

test('a call without a token, with a forged one or with an ended one is HTTP 401 with body 401', async () => {
  const { token } = await at.customer('ending')
  for (const forged of ['', 'x', 'A'.repeat(43), `${token}A`, token.toLowerCase(), "' or 1=1 --", 'Ж'.repeat(43)]) {
    expect(
      await at.post('user/getUserInfo', {}, { headers: { authorization: encodeURIComponent(forged) } }),
    ).toMatchObject(ended)
  }
  expect((await at.post('user/getUserInfo', {}, { token: `Bearer ${token}` })).code).toBe(200)
  expect(await info(token)).toEqual({ status: 200, code: 200 })
  expect((await at.post('login/logout', {}, { token })).code).toBe(200)
  expect(await info(token)).toEqual(ended)
  expect((await at.post('login/logout', {}, { token })).code).toBe(401)
})

test('getUserInfo echoes the token of the very call', async () => {
  const { token } = await at.customer('echo')
  const { result } = await at.post('user/getUserInfo', {}, { token: `Bearer ${token}` })
  expect(result).toMatchObject({ username: 'echo', token })
})

test('the table holds only the hash of a token', async () => {
  const { token } = await at.customer('hashed')
  const rows = await sql<{ row: string }>`select s::text as row from auth.sessions s`.execute(database.pools.api)
  expect(rows.rows.map(({ row }) => row).join()).not.toContain(token)
  const found = await sql`select from auth.sessions where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(
    database.pools.api,
  )
  expect(found.rows).toHaveLength(1)
})

test('30 days without use end a session; use keeps it, up to 90 days in any case', async () => {
  const { token } = await at.customer('idle')
  const other = await at.customer('used')
  at.clock.advance(29 * dayMs)
  expect((await info(other.token)).code).toBe(200)
  at.clock.advance(dayMs)
  expect(await info(token)).toEqual(ended)
  expect((await info(other.token)).code).toBe(200)
  for (const days of [29, 29]) {
    at.clock.advance(days * dayMs)
    expect((await info(other.token)).code).toBe(200)
  }
  at.clock.advance(2 * dayMs)
  expect(await info(other.token)).toEqual(ended)
})

test('a use that could not be stored is stored by the next round', async () => {
  const { token } = await at.customer('stored_late')
  at.clock.advance(20 * dayMs)
  expect((await info(token)).code).toBe(200)
  const store = at.auth.jobs.find(({ name }) => name === 'store session uses')
  await sql`revoke update on auth.sessions from api`.execute(database.owner)
  await expect(store?.run()).rejects.toThrow('permission denied')
  await sql`grant update on auth.sessions to api`.execute(database.owner)
  await store?.run()
  const { rows } = await sql<{ used_at: Date }>`
    select s.used_at from auth.sessions s join accounts.customers c on c.id = s.customer_id
    where c.username = 'stored_late'`.execute(database.pools.api)
  expect(rows.map(({ used_at: usedAt }) => usedAt.getTime())).toEqual([at.clock.now()])
})

test('use is remembered over a restart', async () => {
  const { token } = await at.customer('restarting')
  at.clock.advance(20 * dayMs)
  expect((await info(token)).code).toBe(200)
  const jobs = createLifecycle([at.auth], { clock: at.clock, log: silentLog })
  await jobs.start()
  await jobs.stop()
  at.clock.advance(20 * dayMs)
  const restarted = people(database)
  restarted.clock.set(at.clock.now())
  expect((await restarted.post('user/getUserInfo', {}, { token })).code).toBe(200)
  await restarted.close()
})

test('ending all sessions of a customer ends them at once and no other customer’s', async () => {
  const { token, user } = await at.customer('many')
  const second = (
    await at.post('login/login', { account: 'many', password: 'correct horse battery' }, { ip: '100.65.0.1' })
  ).result as { token: string }
  const stranger = await at.customer('stranger')
  expect((await info(token)).code).toBe(200)
  await at.auth.endSessionsOf(user.id)
  expect(await info(token)).toEqual(ended)
  expect(await info(second.token)).toEqual(ended)
  expect((await info(stranger.token)).code).toBe(200)
})

test('a change of country is seen at the next call', async () => {
  const { token, user } = await at.customer('moving')
  expect((await at.auth.findSession(token))?.country).toBe('SG')
  await sql`update accounts.customers set country = 'GB' where id = ${user.id}`.execute(database.pools.api)
  await at.auth.refreshSessionsOf(user.id)
  expect((await at.auth.findSession(token))?.country).toBe('GB')
})

test('a known session costs a few microseconds and no promise', async () => {
  const { token } = await at.customer('hot')
  await at.auth.findSession(token)
  const worked = processWorkMs(() => {
    for (let i = 0; i < 20_000; i++)
      if (at.auth.findSession(token) instanceof Promise) throw new Error('queried the database')
  })
  expect(worked / 20_000).toBeLessThan(0.02)
})

describe('the cache', () => {
  const unbound = (): string => ''
  const kept = (id: string): Kept => ({
    session: { id, customerId: id, accountId: 1n, country: 'SG', lang: 'zh' },
    usedAt: 0,
    storedUse: 0,
    endsAt: 1e15,
    binding: '',
  })

  test('reads keys that arrive together together', async () => {
    const reads: number[] = []
    const cache = createSessionCache({
      clock: manualClock(0),
      idleMs: 1000,
      read: async (keys) => (reads.push(keys.length), new Map(keys.map((key) => [key, kept(key)]))),
    })
    await Promise.all(Array.from({ length: 200 }, async (_, index) => cache.find(`key ${index % 100}`, unbound)))
    expect(reads).toEqual([100])
  })

  test('reads again what was ended while it was being read', async () => {
    const release: (() => void)[] = []
    let alive = true
    let reads = 0
    const cache = createSessionCache({
      clock: manualClock(0),
      idleMs: 1000,
      read: async (keys) => {
        reads += 1
        const found = new Map(alive ? keys.map((key) => [key, kept(key)]) : [])
        if (reads === 1) await new Promise<void>((resolve) => release.push(resolve))
        return found
      },
    })
    const finding = cache.find('a', unbound)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    alive = false
    cache.forget('a')
    release.forEach((go) => go())
    expect(await finding).toBeUndefined()
    expect(reads).toBe(2)
    expect(await cache.find('a', unbound)).toBeUndefined()
  })

  test('keeps at most two generations and reads the rest again', async () => {
    let read = 0
    const cache = createSessionCache({
      clock: manualClock(0),
      idleMs: 1000,
      generation: 10,
      read: async (keys) => ((read += keys.length), new Map(keys.map((key) => [key, kept(key)]))),
    })
    for (let i = 0; i < 100; i++) await cache.find(`key ${i}`, unbound)
    expect(read).toBe(100)
    await cache.find('key 99', unbound)
    expect(read).toBe(100)
    await cache.find('key 0', unbound)
    expect(read).toBe(101)
  })

  test('reads the table before it calls a session idle, which another process may have used', async () => {
    const clock = manualClock(0)
    let usedAt = 0
    const cache = createSessionCache({
      clock,
      idleMs: 1000,
      read: async (keys) => new Map(keys.map((key) => [key, { ...kept(key), usedAt }])),
    })
    expect(await cache.find('a', unbound)).toMatchObject({ id: 'a' })
    usedAt = 900
    clock.advance(1500)
    expect(await cache.find('a', unbound)).toMatchObject({ id: 'a' })
    clock.advance(1500)
    expect(await cache.find('a', unbound)).toBeUndefined()
  })

  test('a failed read fails its callers and the next call reads anew', async () => {
    let fails = true
    const cache = createSessionCache({
      clock: manualClock(0),
      idleMs: 1000,
      read: async (keys) => {
        if (fails) throw new Error('away')
        return new Map(keys.map((key) => [key, kept(key)]))
      },
    })
    await expect(cache.find('a', unbound)).rejects.toThrow('away')
    fails = false
    expect(await cache.find('a', unbound)).toMatchObject({ id: 'a' })
  })
})
