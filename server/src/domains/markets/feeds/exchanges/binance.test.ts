import { describe, expect, test } from 'vitest'
import { recordedFrames, recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { binance } from './binance.ts'

const tickerOf = (data: string): string => `{"stream":"x@ticker","data":${data}}`

describe('Binance', () => {
  test.skipIf(recordedMessage('binance/recorded-24hrTicker-2021') === undefined)(
    'a recorded ticker is its best bid and ask at its event time',
    () => {
      const { onMessage } = binance.converse(['RVNUSDT'])
      const recorded = recordedMessage('binance/recorded-24hrTicker-2021') ?? ''
      const quote = { symbol: 'RVNUSDT', bid: '0.11984000', ask: '0.11990000', at: 1_635_803_945_097 }
      expect(onMessage(recorded)).toEqual({ quotes: [quote] })
      expect(onMessage(tickerOf(recorded))).toEqual({ quotes: [quote] })
    },
  )

  test.skipIf(recordedFrames('binance') === undefined)(
    'a recorded session of other streams gives neither a price nor an error',
    () => {
      const { onMessage } = binance.converse(['BTCUSDT'])
      const received = (recordedFrames('binance') ?? []).map((frame) => onMessage(frame))
      expect(received.length).toBeGreaterThan(5)
      expect(received.flatMap(({ quotes = [] }) => quotes)).toEqual([])
    },
  )

  test('requests its streams in requests of a hundred, lower case', () => {
    const { opening } = binance.converse(Array.from({ length: 250 }, (_, index) => `C${index}USDT`))
    expect(opening).toHaveLength(3)
    expect(JSON.parse(opening[2] ?? '')).toMatchObject({ method: 'SUBSCRIBE', id: 3 })
    expect(opening[0]).toContain('"c0usdt@ticker"')
  })

  test('a taken request and a coming shutdown are understood, a refused request is reported', () => {
    const { onMessage } = binance.converse(['BTCUSDT'])
    expect(onMessage('{"result":null,"id":1}')).toEqual({})
    expect(onMessage('{"e":"serverShutdown","E":1770123456789}')).toEqual({})
    const refused = { refused: { text: 'Invalid request: too many parameters', fatal: false } }
    expect(onMessage('{"code":2,"msg":"Invalid request: too many parameters","id":1}')).toEqual(refused)
    expect(onMessage('{"error":{"code":2,"msg":"Invalid request: too many parameters"},"id":1}')).toEqual(refused)
  })

  test('a share of coins that was refused is requested again, and then quoted', async () => {
    let requested = 0
    const fixture = await openHandProvider({
      dialect: binance,
      codes: ['BTCUSDT', 'ETHUSDT'],
      response() {
        requested += 1
        if (requested === 1) return ['{"error":{"code":-1000,"msg":"An unknown error occurred"},"id":1}']
        const { now } = fixture.time.clock
        return [tickerOf(`{"e":"24hrTicker","E":${now()},"s":"ETHUSDT","c":"2","b":"2036.70","a":"2036.90"}`)]
      },
    })
    await fixture.ready(1)
    await until(() => fixture.provider.status().faults.refused === 1, 'the refusal is reported')
    fixture.sleep(5 * 60_000)
    await until(() => fixture.stated.length === 1, 'a price comes')
    expect(fixture.exchange.received().map((frame) => (JSON.parse(frame) as { id: number }).id)).toEqual([1, 2])
    await fixture.close()
  })

  test.skipIf(recordedMessage('binance/rest-exchangeInfo') === undefined)('the directory lists what is traded', () => {
    const listed = binance.directory?.read(recordedMessage('binance/rest-exchangeInfo') ?? '') ?? []
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.every((symbol) => /^[A-Z0-9]+$/.test(symbol))).toBe(true)
    for (const other of ['<html>', '{}', 'null', '[]']) expect(() => binance.directory?.read(other)).toThrow()
  })

  test('quotes coins only', () => {
    expect(binance.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTCUSDT')
    expect(binance.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: binance,
  code: 'BTCUSDT',
  stranger: 'DOGEBTC',
  numbered: false,
  timed: true,
  emit: ({ symbol, bid, ask, at }) =>
    JSON.stringify({
      stream: `${symbol.toLowerCase()}@ticker`,
      data: { e: '24hrTicker', E: at, s: symbol, c: bid, b: bid, B: '1', a: ask, A: '1' },
    }),
  garbage: [
    '{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","s":"BTCUSDT"}}',
    '{"stream":"btcusdt@trade","data":{}}',
  ],
})

describeQuoteFuzz({
  dialect: binance,
  symbols: ['BTCUSDT'],
  frames: [
    tickerOf('{"e":"24hrTicker","E":1795000000000,"s":"BTCUSDT","c":"52100.00","b":"52099.99","a":"52100.01"}'),
    '{"e":"24hrTicker","E":1795000000000,"s":"BTCUSDT","b":"0.00000012","a":"0.00000013"}',
    '{"result":null,"id":1}',
    '{"error":{"code":2,"msg":"Invalid request: too many parameters"},"id":1}',
    '{"stream":"","data":{"e":"serverShutdown","E":1770123456789}}',
  ],
})
