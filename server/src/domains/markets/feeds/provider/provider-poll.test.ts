import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchText } from '../../../../kernel/http/fetch-text.ts'
import { openExchange, type Exchange } from '../../../../../test/exchange.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { manualTime, until, type ManualTime } from '../../../../../test/fakes/manual-clock.ts'
import { createPoll } from './provider-poll.ts'
import type { Provider } from './provider-stream.ts'
import type { Bulletin, StatedPrice } from './provider.ts'

const bulletin: Omit<Bulletin, 'url'> = {
  name: 'paper',
  label: 'Paper',
  everyMs: 600_000,
  longestBody: 1000,
  symbolOf: ({ code }) => code,
  read(body) {
    const [day = '', ...rates] = body.split('\n')
    if (!day.startsWith('day ')) throw new Error('not a bulletin')
    return rates.map((rate) => {
      const [symbol = '', last = ''] = rate.split(' ')
      return { symbol, last, at: Number.parseInt(day.slice(4), 10) }
    })
  },
}

let server: Exchange
let time: ManualTime
let poll: Provider
let stated: StatedPrice[]
let failed: string[]
let requested: IncomingMessage[]
let respond: (response: ServerResponse) => void
const startAt = 1_795_000_000_000
const day = startAt - 80_000_000

beforeEach(async () => {
  server = await openExchange()
  time = manualTime(startAt)
  stated = []
  failed = []
  requested = []
  server.serves('/rates', (request, response) => {
    requested.push(request)
    respond(response)
  })
  poll = createPoll({
    bulletin: { ...bulletin, url: `${server.httpUrl}/rates` },
    bySymbol: new Map([['EURUSD', instrumentOf('EURUSD')]]),
    tools: { clock: time.clock, timers: time.timers, random: () => 0.5, fetchText },
    listener: { priced: (price) => void stated.push(price), failed: ({ fault }) => void failed.push(fault) },
  })
})
afterEach(async () => {
  poll.stop()
  await server.close()
})
const isOpen = async (): Promise<void> => until(() => poll.status().state === 'open', 'the bulletin was read')
const rates = (...connections: string[]): string => [`day ${day}`, ...connections].join('\n')

test('its rates are delayed prices of the day they are of; what was not requested is no fault', async () => {
  respond = (response) => response.end(rates('EURUSD 1.0842', 'USDTRY 41.2'))
  poll.start()
  await isOpen()
  const mid = 10n ** BigInt(instrumentOf('EURUSD').precision - 4) * 10_842n
  expect(stated).toEqual([{ provider: 'paper', code: 'EURUSD', mid, at: day, delayed: true }])
  expect(failed).toEqual([])
})

test('what has not changed is not sent again', async () => {
  respond = (response) => {
    const known = requested.at(-1)?.headers['if-none-match'] === '"one"'
    if (known) response.writeHead(304).end()
    else
      response
        .writeHead(200, { etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 15:00:00 GMT' })
        .end(rates('EURUSD 1.1'))
  }
  poll.start()
  await isOpen()
  const requestsReach = async (n: number): Promise<void> =>
    until(() => {
      if (requested.length < n) time.advance(60_000)
      return requested.length === n
    }, `it is requested ${n} times`)
  await requestsReach(2)
  expect(requested[1]?.headers['if-modified-since']).toBe('Fri, 20 Nov 2026 15:00:00 GMT')
  // A third request means that the second response was read.
  await requestsReach(3)
  expect([stated.length, failed.length, poll.status().state]).toEqual([1, 0, 'open'])
})

test.each([
  ['an error', 'disconnected', (response: ServerResponse) => response.writeHead(502).end()],
  ['no entry', 'refused', (response: ServerResponse) => response.writeHead(403).end()],
  ['a moved page', 'disconnected', (response: ServerResponse) => response.writeHead(302, { location: '/rates' }).end()],
  ['another page', 'garbage', (response: ServerResponse) => response.end('<html>')],
  ['a body without an end', 'disconnected', (response: ServerResponse) => response.end('day '.repeat(1000))],
  ['a torn connection', 'disconnected', (response: ServerResponse) => response.destroy()],
])('%s leaves no price, is reported, and is requested again after a pause', async (_, fault, misbehave) => {
  respond = misbehave
  poll.start()
  await until(() => failed.length === 1, 'it is reported')
  expect(failed).toEqual([fault])
  expect(poll.status().why).toBeTruthy()
  expect(poll.status().why).not.toContain('http')
  respond = (response) => response.end(rates('EURUSD 1.1'))
  time.advance(29_000)
  expect(requested).toHaveLength(1)
  time.advance(60_000)
  await isOpen()
  expect(stated).toHaveLength(1)
})

test('an older bulletin than the last is no news', async () => {
  respond = (response) => response.end(rates('EURUSD 1.1'))
  poll.start()
  await isOpen()
  respond = (response) => response.end(`day ${day - 1}\nEURUSD 1.2`)
  time.advance(600_000)
  await until(() => failed.length === 1, 'it is reported')
  expect([failed, stated.length]).toEqual([['outOfOrder'], 1])
})
