import type { Watchlist } from '@evenhand/protocol/watchlist.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { people, prefix } from '../../../../test/fixtures/customers.ts'
import { owned } from '../../../kernel/db/db.ts'
import { mountRoutes } from '../../../kernel/http/http.ts'
import { silentLog } from '../../../kernel/log.ts'
import { watchlistRoutes } from './watchlist.routes.ts'
import { createWatchlists } from './watchlist.ts'

const database = await testDatabase()
const at = people(database, { limits: false })
const watchlists = createWatchlists({
  db: owned<'markets'>(database.pools.api),
  clock: at.clock,
  isInstrument: (code) => code.startsWith('C') && code !== 'CNONE',
})
mountRoutes(at.app, watchlistRoutes(watchlists), { log: silentLog, findSession: at.auth.findSession, strict: true })
afterAll(async () => {
  await at.close()
  await database.close()
})

type CallResponse<R> = { code: number; result: R; notice?: number; params: Record<string, unknown> }
const call =
  (token: string) =>
  async <R = Watchlist[]>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const response = await at.app.inject({
      method,
      url: `${prefix}/watchlist/${path}`,
      headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return JSON.parse(response.body) as CallResponse<R>
  }
const codes = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `C${from + index}`)
let people_ = 0
/** A customer of the test's own. */
const someone = async () => call((await at.customer(`watcher${++people_}`)).token)

describe('one customer', () => {
  let request: Awaited<ReturnType<typeof someone>>
  let first = ''
  beforeAll(async () => void (request = await someone()))

  test('begins with no list, and the first instrument watched makes the first one', async () => {
    expect((await request('GET', 'lists')).result).toEqual([])
    const added = await request('POST', 'add', { code: 'C1' })
    first = added.result[0]?.id ?? ''
    expect(added.result).toEqual([{ id: first, name: '', codes: ['C1'] }])
    expect((await request('POST', 'add', { code: 'C2', listId: first })).result[0]?.codes).toEqual(['C1', 'C2'])
  })

  test('adds an instrument once, however often it is requested', async () => {
    await request('POST', 'add', { code: 'C1' })
    expect((await request('POST', 'add', { code: 'C1', listId: first })).result[0]?.codes).toEqual(['C1', 'C2'])
  })

  test('removes an instrument, also one that is gone already', async () => {
    const gone = await request('DELETE', `${first}/C1`)
    expect([gone.notice, gone.result[0]?.codes]).toEqual([20007, ['C2']])
    expect((await request('DELETE', `${first}/C1`)).code).toBe(200)
  })

  test('opens, renames and deletes further lists; the first one stays', async () => {
    const made = await request<{ id: string; lists: Watchlist[] }>('POST', 'list', { name: '  Caf\u0065\u0301  ' })
    expect(made.result.lists.map(({ name }) => name)).toEqual(['', 'Caf\u00e9'])
    const { id } = made.result
    expect((await request('PUT', `list/${id}`, { name: '币' })).result[1]?.name).toBe('币')
    expect((await request('PUT', `list/${first}`, { name: 'Main' })).result[0]?.name).toBe('Main')
    expect((await request('DELETE', `list/${first}`)).code).toBe(40039)
    expect((await request('DELETE', `list/${id}`)).result.map(({ name }) => name)).toEqual(['Main'])
    expect((await request('DELETE', `list/${id}`)).code).toBe(40039)
  })

  test('names are 1 to 40 characters that can be seen', async () => {
    for (const name of ['', '   ', 'x'.repeat(41), 'a\u202eb', 'a\nb', 7]) {
      expect([name, (await request('POST', 'list', { name })).code]).toEqual([name, 40020])
    }
    expect((await request('POST', 'list', { name: '🙂'.repeat(40) })).code).toBe(200)
  })

  test('is notified of an instrument that is not there, and of a request that cannot be read', async () => {
    expect((await request('POST', 'add', { code: 'CNONE' })).code).toBe(40039)
    expect((await request('POST', 'add', { code: 'no code' })).code).toBe(40020)
    expect((await request('PUT', 'order', { listId: first, codes: codes(101) })).code).toBe(40020)
    expect((await call('')('GET', 'lists')).code).toBe(401)
  })
})

test("another customer's list is not found, by any call", async () => {
  const [amy, ben] = [await someone(), await someone()]
  const listId = (await amy('POST', 'add', { code: 'C1' })).result[0]?.id ?? ''
  const tries = [
    ben('POST', 'add', { listId, code: 'C2' }),
    ben('DELETE', `${listId}/C1`),
    ben('PUT', 'order', { listId, codes: ['C1'] }),
    ben('PUT', `list/${listId}`, { name: 'mine' }),
    ben('DELETE', `list/${listId}`),
  ]
  expect((await Promise.all(tries)).map(({ code }) => code)).toEqual([40039, 40039, 40039, 40039, 40039])
  expect((await amy('GET', 'lists')).result).toEqual([{ id: listId, name: '', codes: ['C1'] }])
})

test('a list ends at 100, and reports it', async () => {
  const request = await someone()
  await request('POST', 'merge', { codes: codes(100) })
  const full = await request('POST', 'add', { code: 'C100' })
  expect([full.code, full.params]).toEqual([40038, { limit: 'watchlist', max: 100 }])
  expect((await request('POST', 'add', { code: 'C7' })).code).toBe(200)
})

test('a merge keeps the order, the customer first, and returns what did not fit', async () => {
  const request = await someone()
  await request('POST', 'merge', { codes: ['C5', 'C1'] })
  type Merged = { lists: Watchlist[]; left: string[]; unknown: string[] }
  const merged = await request<Merged>('POST', 'merge', { codes: ['C9', 'C1', 'C9', 'X', 'C3'] })
  expect(merged.result).toMatchObject({ lists: [{ codes: ['C5', 'C1', 'C9', 'C3'] }], left: [], unknown: ['X'] })
  const over = await request<Merged>('POST', 'merge', { codes: codes(100, 200) })
  expect(over.result.lists[0]?.codes).toHaveLength(100)
  expect(over.result.left).toEqual(codes(4, 296))
})

describe('at once', () => {
  test('many tabs that add lose nothing, and open one first list between them', async () => {
    const request = await someone()
    await Promise.all(codes(60).map((code) => request('POST', 'add', { code })))
    const lists = (await request('GET', 'lists')).result
    expect(lists).toHaveLength(1)
    expect(lists[0]?.codes.toSorted()).toEqual(codes(60).toSorted())
  })

  test('an order given while others add and remove keeps what they did', async () => {
    const request = await someone()
    const merged = await request<{ lists: Watchlist[] }>('POST', 'merge', { codes: codes(30) })
    const listId = merged.result.lists[0]?.id ?? ''
    const order = codes(30).toReversed()
    const work = codes(20, 30).flatMap((code, index) => [
      request('POST', 'add', { listId, code }),
      request('PUT', 'order', { listId, codes: order }),
      request('DELETE', `${listId}/C${index}`),
    ])
    expect((await Promise.all(work)).every(({ code }) => code === 200)).toBe(true)
    const left = (await request('GET', 'lists')).result[0]?.codes ?? []
    expect(left.toSorted()).toEqual([...codes(10, 20), ...codes(20, 30)].toSorted())
    expect(left.slice(0, 10)).toEqual(codes(10, 20).toReversed())
  })

  test('a list never holds more than 100, and a customer never more than 20 lists', async () => {
    const request = await someone()
    const added = await Promise.all(codes(110).map((code) => request('POST', 'add', { code })))
    expect(added.filter(({ code }) => code === 40038)).toHaveLength(10)
    expect((await request('GET', 'lists')).result[0]?.codes).toHaveLength(100)
    const opened = await Promise.all(codes(25).map((name) => request('POST', 'list', { name })))
    expect(opened.filter(({ code }) => code === 200)).toHaveLength(19)
    expect((await request('GET', 'lists')).result).toHaveLength(20)
  })
})
