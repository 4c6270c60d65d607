import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offlineCacheName } from '../lib/offline-cache.ts'
import { respondTo, keepLoaded, keepNoneOf } from './offline.ts'

const origin = 'https://app.example'
const path = '/swx/customer/user/accounts'
const requestOf = (token: string) => new Request(`${origin}${path}`, { headers: { Authorization: token } })
const given = () => Response.json({ code: 200, result: [] })

const keyOf = (key: string | Request): string => (typeof key === 'string' ? key : key.url.slice(origin.length))

let stores: Map<string, Map<string, Response>>
let beside: Promise<void>[]
let write: () => Promise<void>
let openCache: () => Promise<void>
const respond = (token: string) => respondTo(requestOf(token), origin, (work) => void beside.push(work))
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
      keys: () => Promise.resolve([...store.keys()].map((key) => new Request(new URL(key, origin)))),
      delete: (key: string | Request) => Promise.resolve(store.delete(keyOf(key))),
      match: (key: string) => Promise.resolve(store.get(key)),
    }
  }
  vi.stubGlobal('caches', { open, delete: (name: string) => Promise.resolve(stores.delete(name)) })
})
afterEach(() => vi.unstubAllGlobals())

test('a list is returned while it is still being kept, and also by a browser that keeps nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(given()))
  let wrote: () => void = () => {}
  write = () => new Promise((done) => (wrote = done))
  expect((await respond('in'))?.status).toBe(200)
  await vi.waitFor(() => expect(stores.has(offlineCacheName)).toBe(true))
  expect(ownKept()).toEqual([])
  wrote()
  await Promise.all(beside)
  expect(ownKept()).toHaveLength(1)
  write = () => Promise.reject(new Error('no room'))
  expect((await respond('other'))?.status).toBe(200)
  await Promise.all(beside)
  expect(ownKept()).toHaveLength(1)
})

test('a list that arrives after its customer signed out is not kept, nor one that was being written', async () => {
  let arrive: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (arrive = done)))
  const late = respond('first')
  await keepNoneOf('first')
  arrive(given())
  expect((await late)?.status).toBe(200)
  await Promise.all(beside)
  expect(ownKept()).toEqual([])

  let opened: () => void = () => {}
  const opening = new Promise<void>((done) => (opened = done))
  const open = vi.fn(() => opening)
  openCache = open
  const second = respond('second')
  arrive(given())
  await second
  await vi.waitFor(() => expect(open).toHaveBeenCalled())
  await keepNoneOf('second')
  opened()
  await Promise.all(beside)
  expect(ownKept()).toEqual([])
})

test('another customer who signs in then has the lists kept', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(given()))
  await keepNoneOf('before')
  await respond('after')
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

const navigate = (where: string) =>
  respondTo(
    { method: 'GET', url: `${origin}${where}`, mode: 'navigate', headers: new Headers() } as Request,
    origin,
    (work) => void beside.push(work),
  )
const html = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

test('a reload without a network shows the page of the app, whatever else was opened as a page', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(html('the app')))
  await navigate('/markets')
  await Promise.all(beside)
  vi.stubGlobal('fetch', ({ url }: Request) =>
    Promise.resolve(
      url.endsWith('.svg') ? new Response('<svg/>', { headers: { 'Content-Type': 'image/svg+xml' } }) : html('service'),
    ),
  )
  await navigate('/service.html?lang=de')
  await navigate('/logos/BTC.svg')
  await Promise.all(beside)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await (await navigate('/markets'))?.text()).toBe('the app')
})

test('however many pictures are looked at, the parts of the app and its page stay', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(html('kept')))
  await navigate('/')
  await respondTo(new Request(`${origin}/assets/main.js`), origin, (work) => void beside.push(work))
  for (let n = 0; n < 320; n += 1)
    await respondTo(new Request(`${origin}/logos/${n}.svg`), origin, (work) => void beside.push(work))
  await Promise.all(beside)
  const keys = [...(stores.get('evenhand')?.keys() ?? [])]
  expect(keys).toHaveLength(300)
  expect(keys.slice(0, 2)).toEqual(['/', '/assets/main.js'])
  expect(keys.at(-1)).toBe('/logos/319.svg')
})
