import { describe, expect, test } from 'vitest'
import { recordedFrames, recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { gate } from './gate.ts'

const tickerOf = (quote: { symbol: string; bid: string; ask: string; at: number }): string =>
  JSON.stringify({
    time: Math.floor(quote.at / 1000),
    time_ms: quote.at,
    channel: 'spot.tickers',
    event: 'update',
    result: {
      currency_pair: quote.symbol,
      last: '15743.4',
      lowest_ask: quote.ask,
      highest_bid: quote.bid,
      change_percentage: '-1.8254',
      base_volume: '9110.473081735',
      quote_volume: '145082083.2535',
      high_24h: '16280.9',
      low_24h: '15468.5',
    },
  })
const response = (params: { id: number; error: object | null }): string =>
  JSON.stringify({
    time: 1_611_541_000,
    time_ms: 1_611_541_000_001,
    ...params,
    channel: 'spot.tickers',
    event: 'subscribe',
    result: params.error === null ? { status: 'success' } : null,
  })
const unknown = (symbol: string): string =>
  response({ id: 1, error: { code: 2, message: `unknown currency pair ${symbol}` } })
const pong = '{"time":1545404023,"channel":"spot.pong","event":"","error":null,"result":null}'

/** The documentation's example of the list of pairs, as far as it is read. */
const pairs = (...listed: [id: string, status: string][]): string =>
  JSON.stringify(listed.map(([id, status]) => ({ id, fee: '0.2', precision: 6, trade_status: status })))

describe('Gate', () => {
  test.skipIf(recordedMessage('gateio/spot.tickers-update') === undefined)(
    'a recorded ticker, from before milliseconds were stated, is its best bid and ask at its second',
    () => {
      const { onMessage } = gate.converse(['NEO_BTC'])
      expect(onMessage(recordedMessage('gateio/spot.tickers-update') ?? '')).toEqual({
        quotes: [{ symbol: 'NEO_BTC', bid: '0.0018697', ask: '0.0018734', at: 1_619_093_533_000 }],
      })
    },
  )

  test.skipIf(recordedFrames('gateio') === undefined)('a recorded session is its tickers, in their order', () => {
    const { onMessage } = gate.converse(['NEO_BTC'])
    const received = (recordedFrames('gateio') ?? []).map((frame) => onMessage(frame))
    expect(received.filter(({ garbage, refused }) => garbage === true || refused !== undefined)).toEqual([])
    const quotes = received.flatMap((one) => one.quotes ?? [])
    expect(quotes.length).toBeGreaterThan(20)
    const times = quotes.flatMap(({ at = Number.NaN }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('a ticker is the texts of its prices at its millisecond', () => {
    const quote = { symbol: 'PEPE_USDT', bid: '0.0000123400', ask: '67123.10', at: 1_669_107_766_406 }
    expect(gate.converse(['PEPE_USDT']).onMessage(tickerOf(quote))).toEqual({ quotes: [quote] })
  })

  test('requests a hundred pairs in a request, and reports when', () => {
    const symbols = Array.from({ length: 250 }, (_, index) => `LONGEST${index}_USDT`)
    const { opening } = gate.converse(symbols, 1_795_000_000_999)
    expect(opening).toHaveLength(3)
    expect(Math.max(...opening.map((frame) => frame.length))).toBeLessThan(4096)
    expect(JSON.parse(opening[2] ?? '')).toEqual({
      time: 1_795_000_000,
      id: 3,
      channel: 'spot.tickers',
      event: 'subscribe',
      payload: symbols.slice(200),
    })
  })

  test('a side without offers is stated as empty; prices that are numbers are garbage', () => {
    const { onMessage } = gate.converse(['BTC_USDT'])
    const quote = { symbol: 'BTC_USDT', bid: '', ask: '2', at: 5 }
    const frame = tickerOf(quote)
    expect(onMessage(frame)).toEqual({ quotes: [quote] })
    expect(onMessage(frame.replace('"highest_bid":""', '"highest_bid":1'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"time_ms":5', '"time_ms":"soon"').replace('"time":0', '"time":-1'))).toEqual({
      garbage: true,
    })
  })

  test('a pair it does not have is reported, and the others are requested again by its own clock', () => {
    const { onMessage, requestAgain } = gate.converse(['BTC_USDT', 'GONE_USDT'], 5000)
    const { replies = [], refused } = onMessage(unknown('GONE_USDT'))
    expect(refused).toEqual({ text: 'unknown currency pair GONE_USDT', fatal: false, unknown: ['GONE_USDT'] })
    expect(replies.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { time: 1_611_541_000, id: 1, channel: 'spot.tickers', event: 'subscribe', payload: ['BTC_USDT'] },
    ])
    const other = { code: 1, message: 'Invalid request body format' }
    expect(onMessage(response({ id: 1, error: other })).refused).toEqual({ text: other.message, fatal: false })
    const unread = '{"time":1,"channel":"","event":"","error":{"code":1,"message":"Invalid request body format"}}'
    expect(onMessage(unread).refused).toEqual({ text: other.message, fatal: false })
    const nameless = '{"error":{"code":5,"message":"internal server error"}}'
    expect(onMessage(nameless).refused).toEqual({ text: 'internal server error', fatal: false })
    expect(requestAgain(['BTC_USDT']).map((frame) => JSON.parse(frame) as unknown)).toMatchObject([
      { id: 2, event: 'subscribe', payload: ['BTC_USDT'] },
    ])
  })

  test('requests a pair again with the time of then, since Gate refuses what is older than a minute', () => {
    const { onMessage, requestAgain } = gate.converse(['BTC_USDT', 'ETH_USDT'], 1_795_000_000_000)
    onMessage(tickerOf({ symbol: 'BTC_USDT', bid: '1', ask: '2', at: 1_795_000_600_000 }))
    expect(requestAgain(['ETH_USDT']).map((frame) => JSON.parse(frame) as unknown)).toMatchObject([
      { time: 1_795_000_600, payload: ['ETH_USDT'] },
    ])
  })

  test('sends the time at which the connection begins, and a pair that is refused leaves the others their prices', async () => {
    const fixture = await openHandProvider({
      dialect: gate,
      codes: ['BTCUSDT', 'ETHUSDT'],
      response: (frame) => (frame.includes('ETH_USDT') ? [unknown('ETH_USDT')] : [response({ id: 1, error: null })]),
      subscribed: (received) => received.length === 2,
    })
    await fixture.ready(1)
    expect(fixture.exchange.received()[0]).toContain('"time":1795000000,')
    const { clock } = fixture.time
    fixture.exchange.emit(tickerOf({ symbol: 'BTC_USDT', bid: '67123.09', ask: '67123.11', at: clock.now() }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toEqual([{ provider: 'gate', code: 'BTCUSDT', mid: 6_712_310_000n, at: clock.now() }])
    expect(fixture.provider.status()).toMatchObject({ state: 'open', faults: { refused: 1 } })
    await fixture.close()
  })

  test('the directory lists what can be bought and sold, and what is no directory is distinguished', () => {
    const listed = pairs(['ETH_USDT', 'tradable'], ['OLD_USDT', 'sellable'], ['NEW_USDT', 'untradable'])
    expect(gate.directory?.read(listed)).toEqual(['ETH_USDT'])
    expect(() => gate.directory?.read(pairs(['OLD_USDT', 'sellable']))).toThrow('Nothing is trading')
    const busy = '{"label":"TOO_MANY_REQUESTS","message":"Request Rate limit Exceeded"}'
    for (const other of ['', '<html>', '{}', 'null', busy]) expect(() => gate.directory?.read(other), other).toThrow()
  })

  test('quotes coins only, against the same currency', () => {
    expect(gate.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTC_USDT')
    expect(gate.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USDC' })).toBe('BTC_USDC')
    expect(gate.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: gate,
  code: 'BTCUSDT',
  stranger: 'DOGE_BTC',
  numbered: false,
  timed: true,
  emit: (quote) => tickerOf(quote),
  garbage: [
    'pong',
    '{"time":1,"channel":"spot.tickers","event":"update","result":null}',
    '{"time":1,"channel":"spot.tickers","event":"update","result":{"currency_pair":"BTC_USDT","highest_bid":"1"}}',
  ],
})

describeQuoteFuzz({
  dialect: gate,
  symbols: ['BTC_USDT'],
  frames: [
    tickerOf({ symbol: 'BTC_USDT', bid: '15743.5', ask: '15744.4', at: 1_669_107_766_406 }),
    unknown('BTC_USDT'),
    response({ id: 1, error: null }),
    pong,
  ],
})
