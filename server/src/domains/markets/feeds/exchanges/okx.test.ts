import { describe, expect, test } from 'vitest'
import { recordedFrames, recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { okx } from './okx.ts'

const tickerOf = (quote: { symbol: string; bid: string; ask: string; at: number | string }): string =>
  JSON.stringify({
    arg: { channel: 'tickers', instId: quote.symbol },
    data: [
      {
        instType: 'SPOT',
        instId: quote.symbol,
        last: '30218.8',
        lastSz: '1',
        askPx: quote.ask,
        askSz: '3',
        bidPx: quote.bid,
        bidSz: '4',
        open24h: '29571.4',
        vol24h: '779573',
        ts: `${quote.at}`,
      },
    ],
  })
const unknown = (symbol: string): string =>
  `{"event":"error","msg":"Wrong URL or channel:tickers,instId:${symbol} doesn't exist. Please use the correct URL, channel and parameters referring to API document.","code":"60018","connId":"ed8c407d"}`

describe('OKX', () => {
  test.skipIf(recordedFrames('okx') === undefined)(
    'a recorded session is its best bids and asks, in their order',
    () => {
      const { onMessage } = okx.converse(['BTC-USDT'])
      const received = (recordedFrames('okx') ?? []).map((frame) => onMessage(frame))
      expect(received.filter(({ garbage, refused }) => garbage === true || refused !== undefined)).toEqual([])
      const quotes = received.flatMap((one) => one.quotes ?? [])
      expect(quotes.length).toBeGreaterThan(20)
      const first = { symbol: 'BTC-USD-220527', bid: '30210.4', ask: '30220.1', at: 1_652_459_223_003 }
      expect(quotes.find(({ symbol }) => symbol === first.symbol)).toEqual(first)
      const times = quotes.flatMap(({ symbol, at }) => (symbol === 'BTC-USDT' && at !== undefined ? [at] : []))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    },
  )

  test.skipIf(recordedMessage('okx/rest-instruments-SPOT') === undefined)('the directory lists what is trading', () => {
    const body = recordedMessage('okx/rest-instruments-SPOT') ?? ''
    const listed = okx.directory?.read(body) ?? []
    expect(listed).toContain('BTC-USDT')
    expect(listed).toHaveLength(30)
    expect(okx.directory?.read(body.replace('"live"', '"suspend"'))).toHaveLength(29)
    expect(() => okx.directory?.read(body.replaceAll('"live"', '"suspend"'))).toThrow('Nothing is trading')
  })

  test('what is not the directory is distinguished from an empty one', () => {
    for (const other of ['', '<html>', '{}', '[]', 'null', '{"code":"50011","data":[],"msg":"Too Many Requests"}'])
      expect(() => okx.directory?.read(other), other).toThrow()
  })

  test('requests a hundred symbols in a request, far below 64 KB', () => {
    const { opening } = okx.converse(Array.from({ length: 250 }, (_, index) => `LONGEST${index}-USDT`))
    expect(opening).toHaveLength(3)
    expect(Math.max(...opening.map((frame) => frame.length))).toBeLessThan(16_384)
    expect(JSON.parse(opening[2] ?? '')).toMatchObject({
      op: 'subscribe',
      args: Array.from({ length: 50 }, (_, index) => ({ channel: 'tickers', instId: `LONGEST${200 + index}-USDT` })),
    })
  })

  test('the text of a price is not touched', () => {
    const { onMessage } = okx.converse(['PEPE-USDT'])
    const quote = { symbol: 'PEPE-USDT', bid: '0.0000123400', ask: '67123.10', at: 1_795_000_000_123 }
    expect(onMessage(tickerOf(quote))).toEqual({ quotes: [quote] })
  })

  test('a side without offers is stated as empty, to be no price and no fault', () => {
    const quote = { symbol: 'BTC-USDT', bid: '', ask: '2', at: 5 }
    expect(okx.converse(['BTC-USDT']).onMessage(tickerOf(quote))).toEqual({ quotes: [quote] })
  })

  test('prices that are numbers, and rows of another instrument, are garbage', () => {
    const { onMessage } = okx.converse(['BTC-USDT'])
    const frame = tickerOf({ symbol: 'BTC-USDT', bid: '1', ask: '2', at: 5 })
    expect(onMessage(frame.replace('"bidPx":"1"', '"bidPx":1'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"instId":"BTC-USDT","last"', '"instId":"ETH-USDT","last"'))).toEqual({
      garbage: true,
    })
    expect(onMessage(frame.replace('"ts":"5"', '"ts":"yesterday"'))).toEqual({ garbage: true })
  })

  test('a symbol it does not have is reported for good; a request it does not take costs neither', () => {
    const { onMessage, requestAgain } = okx.converse(['BTC-USDT', 'GONE-USDT'])
    expect(onMessage(unknown('GONE-USDT')).refused).toMatchObject({ fatal: false, unknown: ['GONE-USDT'] })
    const invalid = '{"event":"error","code":"60012","msg":"Invalid request: {\\"op\\"","connId":"a4d3ae55"}'
    expect(onMessage(invalid).refused).toMatchObject({ fatal: false })
    expect(requestAgain(['BTC-USDT'])).toEqual([
      JSON.stringify({ op: 'subscribe', args: [{ channel: 'tickers', instId: 'BTC-USDT' }] }),
    ])
  })

  test('a symbol that is refused leaves the others their prices', async () => {
    const fixture = await openHandProvider({
      dialect: okx,
      codes: ['BTCUSDT', 'ETHUSDT'],
      response: (frame) => (frame === 'ping' ? ['pong'] : [unknown('ETH-USDT')]),
    })
    await fixture.ready(1)
    await until(() => fixture.provider.status().faults.refused === 1, 'the refusal is reported')
    const { clock } = fixture.time
    fixture.exchange.emit(tickerOf({ symbol: 'BTC-USDT', bid: '67123.09', ask: '67123.11', at: clock.now() }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toEqual([{ provider: 'okx', code: 'BTCUSDT', mid: 6_712_310_000n, at: clock.now() }])
    expect(fixture.provider.status()).toMatchObject({ state: 'open' })
    await fixture.close()
  })

  test('quotes coins only, against the same currency', () => {
    expect(okx.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTC-USDT')
    expect(okx.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USD' })).toBe('BTC-USD')
    expect(okx.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: okx,
  code: 'BTCUSDT',
  stranger: 'DOGE-BTC',
  numbered: false,
  timed: true,
  emit: (quote) => tickerOf(quote),
  garbage: [
    'ping',
    '{"arg":{"channel":"tickers","instId":"BTC-USDT"}}',
    '{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[null]}',
    '{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"instId":"BTC-USDT","askPx":"1","bidPx":"1"}]}',
  ],
})

describeQuoteFuzz({
  dialect: okx,
  symbols: ['BTC-USDT'],
  frames: [
    tickerOf({ symbol: 'BTC-USDT', bid: '30210.4', ask: '30220.1', at: 1_652_459_223_003 }),
    unknown('BTC-USDT'),
    '{"event":"subscribe","arg":{"channel":"tickers","instId":"BTC-USDT"},"connId":"a4d3ae55"}',
    '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.","connId":"a4d3ae55"}',
    'pong',
  ],
})
