import { describe, expect, test } from 'vitest'
import { recordedFrames, recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { kraken } from './kraken.ts'

/** A ticker as version 2 writes it: its prices are JSON numbers, so they are put in as they are written. */
const tickerOf = (quote: { symbol: string; bid: string; ask: string; time: string }, type = 'update'): string =>
  `{"channel":"ticker","type":"${type}","data":[{"symbol":"${quote.symbol}","bid":${quote.bid},"bid_qty":44620.68691883,` +
  `"ask":${quote.ask},"ask_qty":1087605.70466858,"last":0.99981,"volume":270638277.50461281,"vwap":0.99983,` +
  `"low":0.99959,"high":1.00000,"change":0.00005,"change_pct":0.01,"trades":38144,"timestamp":"${quote.time}"}]}`
const status = (system: string): string =>
  `{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"${system}","api_version":"v2","connection_id":9471984923908980762}]}`
const taken = (symbol: string): string =>
  `{"method":"subscribe","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"${symbol}"},"success":true,"time_in":"2026-09-24T03:54:28.829165Z","time_out":"2026-09-24T03:54:28.829217Z"}`
const refusedOf = (symbol: string): string =>
  `{"error":"Currency pair not supported ${symbol}","method":"subscribe","success":false,"symbol":"${symbol}","time_in":"2026-09-24T03:54:32.996743Z","time_out":"2026-09-24T03:54:32.996775Z"}`
const time = '2026-09-24T03:54:18.054886Z'

describe('Kraken', () => {
  test('a ticker is its best bid and ask, whether snapshot or update', () => {
    const { onMessage } = kraken.converse(['USDT/USD'])
    const sent = { symbol: 'USDT/USD', bid: '0.99980', ask: '0.99981', time }
    const quote = { symbol: 'USDT/USD', bid: '0.99980', ask: '0.99981', at: 1_790_222_058_054 }
    expect(onMessage(tickerOf(sent, 'snapshot'))).toEqual({ quotes: [quote] })
    expect(onMessage(tickerOf(sent))).toEqual({ quotes: [quote] })
  })

  test.each([
    ['0.00001234', '0.00001234'],
    ['67123.10', '67123.10'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['90071992547409931.000000001', '90071992547409931.000000001'],
    ['1.234e-5', '0.00001234'],
    ['6.71231E4', '67123.1'],
  ])('a number written %s is the price %s, to the digit', (written, price) => {
    const { onMessage } = kraken.converse(['BTC/USDT'])
    const [quote] = onMessage(tickerOf({ symbol: 'BTC/USDT', bid: written, ask: written, time })).quotes ?? []
    expect(quote).toMatchObject({ bid: price, ask: price })
  })

  test.each(['01.5', '1.', '.5', '+1', '1.2.3', '1e', '--1', '0x10', 'NaN', '1 2', '[1]', '{"bid":1}', '"1" 2'])(
    'a price written %s is no price',
    (written) => {
      const { onMessage } = kraken.converse(['BTC/USDT'])
      expect(onMessage(tickerOf({ symbol: 'BTC/USDT', bid: written, ask: '2', time }))).toEqual({ garbage: true })
    },
  )

  test('a text that looks like a price changes none', () => {
    const { onMessage } = kraken.converse(['BTC/USDT'])
    const frame = tickerOf({ symbol: 'BTC/USDT', bid: '1.50', ask: '1.60', time })
    const quote = { quotes: [{ symbol: 'BTC/USDT', bid: '1.50', ask: '1.60', at: 1_790_222_058_054 }] }
    const text = JSON.stringify('"bid":9, {"bid": 9} \\"ask":9,')
    expect(onMessage(frame.replace('"last":0.99981', `"last":${text}`))).toEqual(quote)
    expect(onMessage(frame.replace('"last":0.99981', `"x\\"bid":9`))).toEqual(quote)
    expect(onMessage(frame.replace('"last":0.99981', `"last":"\\\\","bid_qty":{"bid":9}`))).toEqual(quote)
  })

  test('without a time its age counts from when it was received; with a false one it is garbage', () => {
    const { onMessage } = kraken.converse(['BTC/USDT'])
    const row = '{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USDT","bid":1.5,"ask":1.6}]}'
    expect(onMessage(row)).toEqual({ quotes: [{ symbol: 'BTC/USDT', bid: '1.5', ask: '1.6', at: undefined }] })
    expect(onMessage(row.replace('"ask"', '"timestamp":17,"ask"'))).toEqual({ garbage: true })
    expect(onMessage(row.replace('1.5', 'null'))).toEqual({ quotes: [] })
  })

  test('several rows of one frame are several quotes', () => {
    const { onMessage } = kraken.converse(['BTC/USDT', 'ETH/USDT'])
    const rows = '[{"symbol":"BTC/USDT","bid":2,"ask":3},{"symbol":"ETH/USDT","bid":4,"ask":5}]'
    const { quotes = [] } = onMessage(`{"channel":"ticker","type":"snapshot","data":${rows}}`)
    expect(quotes.map(({ symbol, bid, ask }) => [symbol, bid, ask])).toEqual([
      ['BTC/USDT', '2', '3'],
      ['ETH/USDT', '4', '5'],
    ])
  })

  test.each(['maintenance', 'cancel_only', 'post_only'])('in %s nothing it quotes is a price', (system) => {
    const { onMessage } = kraken.converse(['BTC/USDT'])
    const ticker = tickerOf({ symbol: 'BTC/USDT', bid: '1', ask: '2', time })
    expect(onMessage(status('online'))).toEqual({})
    expect(onMessage(ticker).quotes).toHaveLength(1)
    expect(onMessage(status(system)).refused).toEqual({ text: `Kraken's system is in ${system}`, fatal: false })
    expect(onMessage(ticker)).toEqual({})
    expect(onMessage(status('online'))).toEqual({})
    expect(onMessage(ticker).quotes).toHaveLength(1)
  })

  test.skipIf(recordedFrames('kraken-v1') === undefined)('a session of version 1 leaves no quote and no throw', () => {
    const { onMessage } = kraken.converse(['WAVES/EUR'])
    const received = (recordedFrames('kraken-v1') ?? []).map((frame) => onMessage(frame))
    expect(received.length).toBeGreaterThan(1000)
    expect(received.flatMap(({ quotes = [], refused = [] }) => [...quotes, refused].flat())).toEqual([])
    expect(received.every(({ garbage }) => garbage === true)).toBe(true)
  })

  test.skipIf(recordedMessage('kraken-v1/rest-AssetPairs') === undefined)(
    'the directory lists what is trading by the names of version 2',
    () => {
      const body = recordedMessage('kraken-v1/rest-AssetPairs') ?? ''
      const listed = kraken.directory?.read(body) ?? []
      expect(listed).toHaveLength(30)
      expect(listed).toContain('ADA/USDT')
      expect(listed).toContain('AAVE/BTC')
      expect(listed.some((symbol) => symbol.includes('XBT'))).toBe(false)
      const halted = '"status":"cancel_only","wsname":'
      expect(kraken.directory?.read(body.replace('"wsname":', halted))).toHaveLength(29)
      expect(() => kraken.directory?.read(body.replaceAll('"wsname":', halted))).toThrow('Nothing is trading')
    },
  )

  test('what is not the directory is distinguished from an empty one', () => {
    for (const other of ['', '<html>', '{}', '[]', 'null', '{"error":["EService:Unavailable"]}'])
      expect(() => kraken.directory?.read(other), other).toThrow()
    expect(kraken.directory?.read('{"error":[],"result":{"XDGUSDT":{"wsname":"XDG/USDT"}}}')).toEqual(['DOGE/USDT'])
  })

  test('requests every change of the best bid or ask, fifty symbols in a request', () => {
    const { opening } = kraken.converse(Array.from({ length: 120 }, (_, index) => `C${index}/USDT`))
    expect(opening).toHaveLength(3)
    expect(JSON.parse(opening[2] ?? '')).toEqual({
      method: 'subscribe',
      params: {
        channel: 'ticker',
        symbol: Array.from({ length: 20 }, (_, index) => `C${100 + index}/USDT`),
        event_trigger: 'bbo',
      },
    })
  })

  test('a symbol it does not have is reported for good; what may pass costs neither the connection nor the symbol', () => {
    const { onMessage, requestAgain } = kraken.converse(['BTC/USDT', 'GONE/USDT'])
    const text = 'Currency pair not supported GONE/USDT'
    expect(onMessage(refusedOf('GONE/USDT'))).toEqual({ refused: { text, fatal: false, unknown: ['GONE/USDT'] } })
    for (const name of ['error', 'Error'])
      expect(onMessage(`{"${name}":"Exceeded msg rate"}`)).toEqual({
        refused: { text: 'Exceeded msg rate', fatal: false },
      })
    const busy = '{"error":"Market data unavailable","method":"subscribe","success":false,"symbol":"BTC/USDT"}'
    expect(onMessage(busy)).toEqual({ refused: { text: 'Market data unavailable', fatal: false } })
    expect(onMessage(busy.replace('Market data unavailable', 'Already subscribed'))).toEqual({})
    expect(requestAgain(['BTC/USDT']).map((frame) => JSON.parse(frame) as unknown)).toMatchObject([
      { method: 'subscribe', params: { channel: 'ticker', symbol: ['BTC/USDT'] } },
    ])
  })

  test('a symbol that is refused leaves the others their prices, and a pong is a sign of life', async () => {
    const fixture = await openHandProvider({
      dialect: kraken,
      codes: ['BTCUSDT', 'ETHUSDT'],
      greeting: [status('online')],
      response: (frame) =>
        frame.includes('ping')
          ? ['{"method":"pong","time_in":"2026-09-24T03:54:32.996802Z","time_out":"2026-09-24T03:54:32.996809Z"}']
          : [taken('BTC/USDT'), refusedOf('ETH/USDT')],
    })
    await fixture.ready(1)
    await until(() => fixture.provider.status().faults.refused === 1, 'the refusal is reported')
    fixture.exchange.emit(tickerOf({ symbol: 'BTC/USDT', bid: '67123.09', ask: '67123.11', time }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toMatchObject([{ provider: 'kraken', code: 'BTCUSDT', mid: 6_712_310_000n }])
    expect(fixture.provider.status()).toMatchObject({ state: 'open' })
    await fixture.close()
  })

  test('quotes coins only, against the same currency, by its own names', () => {
    expect(kraken.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTC/USDT')
    expect(kraken.symbolOf(instrumentOf('LUNAUSDT'))).toBe('LUNA2/USDT')
    expect(kraken.symbolOf(instrumentOf('LUNCUSDT'))).toBe('LUNA/USDT')
    expect(kraken.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USD' })).toBe('BTC/USD')
    expect(kraken.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: kraken,
  code: 'BTCUSDT',
  stranger: 'DOGE/BTC',
  numbered: false,
  timed: true,
  emit: (quote) => tickerOf({ ...quote, time: new Date(quote.at).toISOString() }),
  garbage: [
    '{"channel":"ticker","type":"update"}',
    '{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USDT","bid":"","ask":{}}]}',
    '{"channel":"status","type":"update","data":[]}',
    '[500,{"a":["2191.22000",0,"0.04819700"],"b":["2187.73000",1,"1.16945886"]},"ticker","ETH/USDT"]',
  ],
})

describeQuoteFuzz({
  dialect: kraken,
  symbols: ['BTC/USDT'],
  frames: [
    tickerOf({ symbol: 'BTC/USDT', bid: '67123.10', ask: '67123.2', time }),
    tickerOf({ symbol: 'BTC/USDT', bid: '0.00001234', ask: '1.3e-5', time }, 'snapshot'),
    status('online'),
    taken('BTC/USDT'),
    refusedOf('BTC/USDT'),
    '{"channel":"heartbeat"}',
    '{"method":"pong","req_id":7,"time_in":"2026-09-24T03:54:32.996802Z","time_out":"2026-09-24T03:54:32.996809Z"}',
  ],
})
