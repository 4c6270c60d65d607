import { afterEach, describe, expect, test } from 'vitest'
import { openExchange } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { openHandProvider, type FakeProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'
import type { Dialect } from './provider.ts'

// A provider whose numbers have no holes, which none of the real ones promises.
describeFaults({
  dialect: { ...plain, name: 'numbered', consecutive: true },
  code: 'BTCUSDT',
  stranger: 'other',
  numbered: true,
  timed: false,
  emit: ({ symbol, last, seq }) => JSON.stringify({ s: symbol, p: last, n: seq }),
})

describe('a directory', () => {
  let fixture: FakeProvider
  afterEach(async () => fixture.close())
  const begin = async (params: { codes: readonly string[]; directory: Dialect['directory'] }): Promise<void> => {
    fixture = await openHandProvider({ dialect: plain, ...params })
  }
  const faults = (): string[] => fixture.failed.map(({ fault }) => fault)
  const state = (): string => fixture.provider.status().state
  const pagesWith = async (page: (requests: number) => string | undefined) => {
    const pages = await openExchange()
    let requests = 0
    pages.serves('/list', (_request, response) => {
      requests += 1
      const body = page(requests)
      if (body === undefined) response.writeHead(500)
      response.end(body)
    })
    const directory = { url: `${pages.httpUrl}/list`, read: (body: string): string[] => JSON.parse(body) as string[] }
    return { pages, directory, requests: () => requests }
  }
  const quoted = (): string[] => ['BTCUSDT', 'ETHUSDT'].filter((code) => fixture.provider.quotes(code))
  const codes = ['BTCUSDT', 'ETHUSDT']

  test('leaves out what is not on it, and is requested again until it is of use', async () => {
    const useless = [undefined, '<html>', '["other"]']
    const { pages, directory } = await pagesWith((requests) =>
      requests <= 3 ? useless[requests - 1] : '["ethusdt","other"]',
    )
    await begin({ codes, directory })
    expect(quoted()).toEqual(codes)
    for (const time of [1, 2, 3]) {
      await until(() => faults().length === time, `response ${time} is unusable`)
      expect(fixture.provider.status()).toMatchObject({ state: 'waiting', instruments: 2 })
      fixture.time.advance(1000 * 2 ** (time - 1))
    }
    await until(() => state() === 'open', 'the connection is open')
    expect(quoted()).toEqual(['ETHUSDT'])
    expect(fixture.provider.status().instruments).toBe(1)
    expect(faults()).toEqual(['disconnected', 'disconnected', 'disconnected'])
    await pages.close()
  })

  test('is read again every hour: what is new is requested, what left is let be', async () => {
    const lists = ['["btcusdt"]', '["btcusdt"]', '["btcusdt","ethusdt"]', '["ethusdt"]']
    const { pages, directory, requests } = await pagesWith((time) => lists[time - 1] ?? '[]')
    await begin({ codes, directory })
    const requestsReach = async (n: number): Promise<void> =>
      until(() => {
        if (requests() < n) fixture.time.advance(60_000)
        return requests() === n
      }, `it was requested ${n} times`)
    await until(() => state() === 'open', 'the connection is open')
    expect(quoted()).toEqual(['BTCUSDT'])
    await requestsReach(2)
    await requestsReach(3)
    await until(() => quoted().length === 2, 'the new one is requested')
    // A fifth request means that the fourth response was read.
    await requestsReach(5)
    expect(quoted()).toEqual(codes)
    await pages.close()
  })
})
