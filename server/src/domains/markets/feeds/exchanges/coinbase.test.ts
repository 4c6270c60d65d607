import { describe, expect, test } from 'vitest'
import { recordedFrames, recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { coinbase } from './coinbase.ts'
import { createQuoteCheck } from '../provider/provider-check.ts'

const tickerOf = (quote: { symbol: string; bid: string; ask: string; time: string; seq: number }): string =>
  JSON.stringify({
    type: 'ticker',
    sequence: quote.seq,
    product_id: quote.symbol,
    price: quote.bid,
    volume_24h: '1836.96781750',
    volume_30d: '175984.53012145',
    best_bid: quote.bid,
    best_bid_size: '0.19921154',
    best_ask: quote.ask,
    best_ask_size: '0.05223077',
    side: 'sell',
    time: quote.time,
    trade_id: 1_102_042_811,
    last_size: '0.00000025',
  })
const refusedOf = (symbol: string): string =>
  `{"type":"error","message":"Failed to subscribe","reason":"${symbol} is not a valid product"}`
const subscribed = (tickers: readonly string[], beats: readonly string[] = tickers.slice(0, 1)): string =>
  JSON.stringify({
    type: 'subscriptions',
    channels: [
      { name: 'ticker', product_ids: tickers, account_ids: null },
      { name: 'heartbeat', product_ids: beats, account_ids: null },
    ],
  })
const time = '2026-10-03T20:58:31.127510Z'
type Request = { channels: { name: string; product_ids: string[] }[] }
const requestedOf = (frame: string, name: string): string[] =>
  (JSON.parse(frame) as Request).channels.flatMap((one) => (one.name === name ? one.product_ids : []))

describe('Coinbase', () => {
  test.skipIf(recordedFrames('coinbase-exchange') === undefined)(
    'a recorded session is its best bids and asks, and nothing in it is a fault',
    () => {
      const frames = recordedFrames('coinbase-exchange') ?? []
      const { onMessage } = coinbase.converse(['BAND-GBP'])
      const received = frames.map((frame) => onMessage(frame))
      expect(received.filter(({ garbage, refused, replies }) => garbage ?? refused ?? replies)).toEqual([])
      const quotes = received.flatMap((one) => one.quotes ?? [])
      expect(quotes[0]).toEqual({
        symbol: 'BAND-GBP',
        bid: '14.7550',
        ask: '14.8060',
        at: 1_618_677_810_244,
        seq: 333_938_798,
      })
      expect(quotes.length).toBe(frames.filter((frame) => frame.includes('"type":"ticker"')).length)
      const fine = { ...instrumentOf('BTCUSDT'), precision: 10 }
      const check = createQuoteCheck({
        bySymbol: new Map(quotes.map(({ symbol }) => [symbol, fine])),
        consecutive: false,
      })
      for (const quote of quotes) expect(check(quote, 1_618_678_000_000)).not.toHaveProperty('fault')
    },
  )

  test('a ticker of today, with its sizes, is its best bid and ask', () => {
    const { onMessage } = coinbase.converse(['BTC-USDT'])
    const frame = tickerOf({ symbol: 'BTC-USDT', bid: '84737.58', ask: '84737.59', time, seq: 137_212_619_516 })
    const quote = { symbol: 'BTC-USDT', bid: '84737.58', ask: '84737.59', at: 1_791_061_111_127, seq: 137_212_619_516 }
    expect(onMessage(frame)).toEqual({ quotes: [quote] })
    expect(onMessage(frame.replace(`"time":"${time}",`, ''))).toEqual({ quotes: [{ ...quote, at: undefined }] })
  })

  test('prices that are numbers, and numbers that are none, are garbage', () => {
    const { onMessage } = coinbase.converse(['BTC-USDT'])
    const frame = tickerOf({ symbol: 'BTC-USDT', bid: '1.5', ask: '1.6', time, seq: 7 })
    expect(onMessage(frame.replace('"best_bid":"1.5"', '"best_bid":1.5'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"sequence":7', '"sequence":7.5'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"sequence":7', '"sequence":9007199254740993'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"sequence":7,', ''))).toEqual({ garbage: true })
    expect(onMessage(frame.replace(time, 'yesterday'))).toEqual({ garbage: true })
  })

  test('message types it may bring one day are ignored', () => {
    const { onMessage } = coinbase.converse(['BTC-USDT'])
    expect(onMessage('{"type":"status","products":[],"currencies":[]}')).toEqual({})
    expect(onMessage('{"type":"weather","best_bid":"1","best_ask":"2","product_id":"BTC-USDT"}')).toEqual({})
  })

  test.skipIf(recordedMessage('coinbase-exchange/rest-products') === undefined)(
    'the directory lists what is trading',
    () => {
      const body = recordedMessage('coinbase-exchange/rest-products') ?? ''
      const all = JSON.parse(body) as { id: string }[]
      expect(coinbase.directory?.read(body)).toHaveLength(all.length)
      expect(coinbase.directory?.read(body)).toContain('BTC-GBP')
      for (const [yes, no] of [
        ['"trading_disabled":false', '"trading_disabled":true'],
        ['"status":"online"', '"status":"delisted"'],
        ['"cancel_only":false', '"cancel_only":true'],
      ] as const) {
        expect(coinbase.directory?.read(body.replace(yes, no))).toHaveLength(all.length - 1)
        expect(() => coinbase.directory?.read(body.replaceAll(yes, no))).toThrow('Nothing is trading')
      }
    },
  )

  test('what is not the directory is distinguished from an empty one', () => {
    for (const other of ['', '<html>', '{}', '[]', 'null', '{"message":"rate limit exceeded"}'])
      expect(() => coinbase.directory?.read(other), other).toThrow()
  })

  test('requests tickers of fifty products in a request, and for one heartbeat', () => {
    const { opening } = coinbase.converse(Array.from({ length: 120 }, (_, index) => `C${index}-USDT`))
    expect(opening).toHaveLength(3)
    expect(opening.flatMap((frame) => requestedOf(frame, 'ticker'))).toHaveLength(120)
    expect(opening.flatMap((frame) => requestedOf(frame, 'heartbeat'))).toEqual(['C0-USDT'])
  })

  test('quotes coins only, against the same currency', () => {
    expect(coinbase.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTC-USDT')
    expect(coinbase.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USD' })).toBe('BTC-USD')
    expect(coinbase.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describe('Coinbase refusing a product', () => {
  const symbols = ['BTC-USDT', 'ETH-USDT', 'GONE-USDT']

  test('the rest of its request stands: nothing is requested twice', () => {
    const { onMessage } = coinbase.converse(symbols)
    const { refused, replies = [] } = onMessage(refusedOf('GONE-USDT'))
    expect(refused).toEqual({
      text: 'Failed to subscribe: GONE-USDT is not a valid product',
      fatal: false,
      unknown: ['GONE-USDT'],
    })
    expect(replies.map((frame) => requestedOf(frame, 'heartbeat'))).toEqual([['BTC-USDT']])
    expect(onMessage(subscribed(['BTC-USDT', 'ETH-USDT']))).toEqual({})
    expect(onMessage(subscribed(['BTC-USDT', 'ETH-USDT']))).toEqual({})
  })

  test('the rest of its request fell with it: it is requested again, once', () => {
    const { onMessage } = coinbase.converse(symbols)
    onMessage(refusedOf('GONE-USDT'))
    const { replies = [] } = onMessage(subscribed([], ['BTC-USDT']))
    expect(replies.map((frame) => requestedOf(frame, 'ticker'))).toEqual([['BTC-USDT', 'ETH-USDT']])
    expect(onMessage(subscribed(['BTC-USDT', 'ETH-USDT']))).toEqual({})
  })

  test('every product: all are unknown, and nothing is requested', () => {
    const { onMessage } = coinbase.converse(symbols)
    const received = symbols.map((symbol) => onMessage(refusedOf(symbol)))
    expect(received.map(({ refused }) => refused?.unknown)).toEqual(symbols.map((symbol) => [symbol]))
    expect(received.at(-1)?.replies).toBeUndefined()
  })

  test('the same product over and over: the list that is parsed stays bounded', () => {
    const { onMessage } = coinbase.converse(symbols)
    const replies = Array.from({ length: 100 }, () => onMessage(refusedOf('ETH-USDT')).replies ?? [])
    expect(replies.flat()).toHaveLength(1)
  })

  test('neither a request as a whole nor an error of its own costs the connection: what is missing is requested again', () => {
    const { onMessage, requestAgain } = coinbase.converse(symbols)
    const reason = 'level2, level3, and full channels now require authentication.'
    const whole = `{"type":"error","message":"Failed to subscribe","reason":"${reason}"}`
    expect(onMessage(whole).refused).toEqual({ text: `Failed to subscribe: ${reason}`, fatal: false })
    expect(onMessage('{"type":"error","message":"internal"}').refused).toEqual({ text: 'internal', fatal: false })
    const busy = '{"type":"error","message":"Failed to subscribe","reason":"ETH-USDT is busy"}'
    expect(onMessage(busy).refused).toEqual({ text: 'Failed to subscribe: ETH-USDT is busy', fatal: false })
    expect(requestAgain(['ETH-USDT']).map((frame) => requestedOf(frame, 'ticker'))).toEqual([['ETH-USDT']])
  })

  test('over a real connection, where one bad product fells its whole request, the others get their prices', async () => {
    const stand = { tickers: [] as string[], beats: [] as string[] }
    const fixture = await openHandProvider({
      dialect: coinbase,
      codes: ['SOLUSDT', 'BTCUSDT', 'ETHUSDT'],
      response(frame) {
        if ([...requestedOf(frame, 'ticker'), ...requestedOf(frame, 'heartbeat')].includes('SOL-USDT'))
          return [refusedOf('SOL-USDT')]
        stand.tickers.push(...requestedOf(frame, 'ticker'))
        stand.beats.push(...requestedOf(frame, 'heartbeat'))
        return [subscribed(stand.tickers, stand.beats)]
      },
    })
    await fixture.ready(1)
    await until(() => {
      fixture.time.advance(1)
      return fixture.exchange.received().length === 3
    }, 'what was lost is requested again')
    expect(stand).toEqual({ tickers: ['BTC-USDT', 'ETH-USDT'], beats: ['BTC-USDT'] })
    const at = fixture.time.clock.now()
    const iso = new Date(at).toISOString()
    fixture.exchange.emit(tickerOf({ symbol: 'ETH-USDT', bid: '2616.26', ask: '2616.28', time: iso, seq: 5 }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toEqual([{ provider: 'coinbase', code: 'ETHUSDT', mid: 2_616_270_000n, at }])
    expect(fixture.failed.map(({ fault }) => fault)).toEqual(['refused'])
    await fixture.close()
  })
})

describeFaults({
  dialect: coinbase,
  code: 'BTCUSDT',
  stranger: 'DOGE-BTC',
  numbered: true,
  timed: true,
  emit: (quote) => tickerOf({ ...quote, time: new Date(quote.at).toISOString() }),
  garbage: [
    '{"type":"ticker","product_id":"BTC-USDT","best_bid":"1","best_ask":"2"}',
    '{"type":"subscriptions"}',
    '{"type":7}',
    '{"best_bid":"1"}',
  ],
})

describeQuoteFuzz({
  dialect: coinbase,
  symbols: ['BTC-USDT'],
  frames: [
    tickerOf({ symbol: 'BTC-USDT', bid: '84737.58', ask: '84737.59', time, seq: 137_212_619_516 }),
    '{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USDT","time":"2014-11-07T08:19:28.464459Z"}',
    subscribed(['BTC-USDT']),
    refusedOf('BTC-USDT'),
    refusedOf('GONE-USDT'),
  ],
})
