import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownProviders } from '../src/domains/markets/feeds/provider/provider-registry.ts'
import { createLocalBus } from '../src/kernel/bus/local-bus.ts'
import { operatorPeople } from './fixtures/operators.ts'
import { openExchange, type Exchange } from './exchange.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

type Source = { name: string; mid?: string; used: boolean; state?: string; reason?: string }
type Sources = { price: string; ts: number; feedKind: string; open: boolean; why?: string; sources: Source[] }

const folder = mkdtempSync(join(tmpdir(), 'evenhand-live-'))
let exchanges: Record<'binance' | 'kraken' | 'okx', Exchange>
let feed: WholeProduct
let whole: WholeProduct
let timer: NodeJS.Timeout
/** What each exchange quotes five times a second; undefined while it is frozen. */
const quoted: Record<'binance' | 'kraken' | 'okx', string | undefined> = {
  binance: '52100.00',
  kraken: '52104.00',
  okx: '52112.00',
}

function quoteAll(): void {
  const now = Date.now()
  const { binance, kraken, okx } = quoted
  if (binance !== undefined)
    exchanges.binance.emit(JSON.stringify({ e: '24hrTicker', E: now, s: 'BTCUSDT', b: binance, a: binance }))
  if (kraken !== undefined)
    exchanges.kraken.emit(
      `{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USDT","bid":${kraken},"ask":${kraken}}]}`,
    )
  if (okx !== undefined)
    exchanges.okx.emit(
      JSON.stringify({
        arg: { channel: 'tickers', instId: 'BTC-USDT' },
        data: [{ instId: 'BTC-USDT', bidPx: okx, askPx: okx, ts: String(now) }],
      }),
    )
}

const sourcesNow = async (): Promise<Sources> =>
  (
    (await whole.product.app.inject({ url: '/swx/customer/index/getPriceSources?code=BTCUSDT' })).json() as {
      result: Sources
    }
  ).result
const stateOf = ({ sources }: Sources, name: string): string | undefined =>
  sources.find((one) => one.name === name)?.state

/** Reads again and again until it is so; every price that was read on the way stands in `prices`. */
async function when(isSo: (sources: Sources) => boolean, prices: Set<string> = new Set()): Promise<Sources> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const now = await sourcesNow().catch(() => undefined)
    if (now !== undefined) prices.add(now.price)
    if (now !== undefined && isSo(now)) return now
    if (performance.now() > deadline) throw new Error(`It never came about: ${JSON.stringify(now)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

beforeAll(async () => {
  const [binance, kraken, okx] = await Promise.all([openExchange(), openExchange(), openExchange()])
  exchanges = { binance, kraken, okx }
  const at = ({ url }: Exchange) => ({ url, directory: null, codes: ['BTCUSDT'] })
  const everyoneOff = Object.fromEntries(knownProviders.map(({ name }) => [name, { off: true }]))
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify({ ...everyoneOff, binance: at(binance), kraken: at(kraken), okx: at(okx) }))
  const bus = createLocalBus()
  const env = { FEED: 'live', FEED_FILE: file }
  // What customers read is served by a process that listens to no exchange.
  feed = await wholeProduct(env, undefined, undefined, { part: { roles: new Set(['feed', 'clock', 'console']), bus: bus.open(), dir: folder } }) // prettier-ignore
  whole = await wholeProduct(env, feed.database, undefined, { part: { roles: new Set(['api']), bus: bus.open(), dir: folder } }) // prettier-ignore
  timer = setInterval(quoteAll, 200)
})
afterAll(async () => {
  clearInterval(timer)
  await whole.close()
  await feed.close()
  for (const exchange of Object.values(exchanges)) await exchange.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a price is the median of three exchanges, and reports it', async () => {
  const now = await when(({ feedKind, open }) => feedKind === 'live' && open)
  expect(now.price).toBe('52104.00000')
  expect(now.sources.filter(({ used }) => used).map(({ name, mid }) => [name, mid])).toEqual([
    ['binance', '52100.00000'],
    ['kraken', '52104.00000'],
    ['okx', '52112.00000'],
  ])
})

test('an exchange that freezes, then lies, then floods moves no price', async () => {
  const prices = new Set<string>()
  quoted.okx = undefined
  await when((now) => stateOf(now, 'okx') === 'stale' || stateOf(now, 'okx') === 'dropped', prices)
  quoted.okx = '57323.20'
  await when(
    ({ sources }) => sources.some(({ name, mid, used }) => name === 'okx' && mid === '57323.20000' && !used),
    prices,
  )
  exchanges.okx.emit(...Array.from({ length: 5000 }, () => 'pong'))
  await when((now) => stateOf(now, 'okx') === 'dropped', prices)
  const seconds = (await sourcesNow()).ts
  await when(({ ts }) => ts > seconds + 2000, prices)
  // Without the third the median of two is their middle.
  expect([...prices].toSorted()).toEqual(['52102.00000', '52104.00000'])
})

test('the console shows the status of each provider and its last message', async () => {
  const risk = await operatorPeople(feed.product.operators).signIn('sandbox-risk')
  const okx = async () => {
    const { result } = await risk.get('feeds?size=1')
    return (result.providers as { name: string }[]).find(({ name }) => name === 'okx')
  }
  // It may connect again in this moment, since it was dropped, and receives only what is sent after that.
  const status = () => {
    exchanges.okx.emit('{"event":"error","code":"60018","msg":"your plan ends tomorrow"}')
    return okx()
  }
  const why: unknown = expect.stringContaining('your plan ends tomorrow')
  await expect.poll(status).toMatchObject({ label: 'OKX', instruments: 1, why })
})

test('a price moves when the exchanges do', async () => {
  quoted.binance = '52200.00'
  quoted.kraken = '52204.00'
  const now = await when(({ price }) => price === '52202.00000')
  expect(now.feedKind).toBe('thin')
})
