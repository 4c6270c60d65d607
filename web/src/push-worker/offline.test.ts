import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offlineCacheName } from '../lib/offline-cache.ts'
import { answerTo, keepLoaded, keepNoneOf } from './offline.ts'

const origin = 'https://app.example'
const path = '/swx/customer/user/accounts'
const requestOf = (token: string) => new Request(`${origin}${path}`, { headers: { Authorization: token } })
const given = () => Response.json({ code: 200, result: [] })

let stores: Map<string, Map<string, Response>>
let beside: Promise<void>[]
let write: () => Promise<void>
let openCache: () => Promise<void>
const answer = (token: string) => answerTo(requestOf(token), origin, (work) => void beside.push(work))
const ownKept = () => [...(stores.get(offlineCacheName)?.keys() ?? [])]

beforeEach(() => {
  stores = new Map()
  beside = []
  write = () => Promise.resolve()
  openCache = () => Promise.resolve()
  const open = async (name: string) => {
    await openCache()
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      put: async (key: string, response: Response) => {
        await write()
        store.set(key, response)
      },
      keys: () => Promise.resolve([...store.keys()]),
      delete: (key: string) => Promise.resolve(store.delete(key)),
      match: (key: string) => Promise.resolve(store.get(key)),
    }
  }
  vi.stubGlobal('caches', { open, delete: (name: string) => Promise.resolve(stores.delete(name)) })
})
afterEach(() => vi.unstubAllGlobals())

test('a list is handed on while it is still being kept, and also by a browser that keeps nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(given()))
  let wrote: () => void = () => {}
  write = () => new Promise((done) => (wrote = done))
  expect((await answer('in'))?.status).toBe(200)
  await vi.waitFor(() => expect(stores.has(offlineCacheName)).toBe(true))
  expect(ownKept()).toEqual([])
  wrote()
  await Promise.all(beside)
  expect(ownKept()).toHaveLength(1)
  write = () => Promise.reject(new Error('no room'))
  expect((await answer('other'))?.status).toBe(200)
  await Promise.all(beside)
  expect(ownKept()).toHaveLength(1)
})

test('a list that arrives after its customer signed out is not kept, nor one that was being written', async () => {
  let arrive: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (arrive = done)))
  const late = answer('first')
  await keepNoneOf('first')
  arrive(given())
  expect((await late)?.status).toBe(200)
  await Promise.all(beside)
  expect(ownKept()).toEqual([])

  let opened: () => void = () => {}
  const opening = new Promise<void>((done) => (opened = done))
  const asked = vi.fn(() => opening)
  openCache = asked
  const second = answer('second')
  arrive(given())
  await second
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await keepNoneOf('second')
  opened()
  await Promise.all(beside)
  expect(ownKept()).toEqual([])
})

test('another customer who signs in then has the lists kept', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(given()))
  await keepNoneOf('before')
  await answer('after')
  await Promise.all(beside)
  expect(ownKept()).toHaveLength(1)
})

test('what the very first visit loaded is kept as well: the chart’s first candles, not older ones', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(given()))
  const candles = '/swx/customer/index/getKValueByCodeAndDate?code=BTCUSDT&interval=1m&limit=500'
  const info = '/swx/customer/index/getMarketInfo/BTCUSDT'
  const loaded = [info, candles, `${candles}&to=1795000000000`, path, 'https://other.example/assets/a.js']
  await keepLoaded(
    loaded.map((one) => new URL(one, origin).href),
    origin,
  )
  expect([...(stores.get('evenhand')?.keys() ?? [])]).toEqual([info, candles])
})
