import { describe, expect, test } from 'vitest'
import { recordedFrames } from '../../../../../test/exchange.ts'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { bybit } from './bybit.ts'

const bookOf = (quote: { symbol: string; bid: string; ask: string; at: number }): string =>
  JSON.stringify({
    topic: `orderbook.1.${quote.symbol}`,
    ts: quote.at,
    type: 'snapshot',
    data: { s: quote.symbol, b: [[quote.bid, '0.006']], a: [[quote.ask, '0.4']], u: 18_521_288, seq: 7_961_638_724 },
    cts: quote.at - 2,
  })
const refusedOf = (symbol: string, id: string): string =>
  JSON.stringify({
    success: false,
    ret_msg: `error:handler not found,topic:orderbook.1.${symbol}`,
    conn_id: 'db294p9a-ozeu',
    req_id: id,
    op: 'subscribe',
  })
const taken = '{"success":true,"ret_msg":"subscribe","conn_id":"db294p9a-ozeu","req_id":"1","op":"subscribe"}'
const pong = '{"success":true,"ret_msg":"pong","conn_id":"db294p9a-ozeu","op":"ping"}'
const subscribed =
  '{"success":false,"ret_msg":"error:already subscribed,topic:orderbook.1.BTCUSDT","req_id":"1","op":"subscribe"}'

/** The documentation's example of the list of instruments, as far as it is read. */
const listing = (status: string): string =>
  JSON.stringify({
    retCode: 0,
    retMsg: 'OK',
    result: {
      category: 'spot',
      list: [
        { symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', innovation: '0', status },
        { symbol: 'ETHUSDT', baseCoin: 'ETH', quoteCoin: 'USDT', innovation: '0', status: 'Trading' },
      ],
    },
    retExtInfo: {},
    time: 1_672_712_468_011,
  })

describe('Bybit', () => {
  test.skipIf(recordedFrames('bybit-v2-legacy') === undefined)(
    'a recorded session of the retired version leaves neither a price nor a throw',
    () => {
      const { onMessage } = bybit.converse(['BTCUSDT'])
      const received = (recordedFrames('bybit-v2-legacy') ?? []).map((frame) => onMessage(frame))
      expect(received.length).toBeGreaterThan(1000)
      expect(received.flatMap(({ quotes = [] }) => quotes)).toEqual([])
    },
  )

  test('requests ten books in a request, which is all that one takes', () => {
    const { opening } = bybit.converse(Array.from({ length: 25 }, (_, index) => `C${index}USDT`))
    expect(opening).toHaveLength(3)
    expect(JSON.parse(opening[2] ?? '')).toEqual({
      req_id: '3',
      op: 'subscribe',
      args: Array.from({ length: 5 }, (_, index) => `orderbook.1.C${20 + index}USDT`),
    })
  })

  test('a book is its best bid and ask, untouched, at the time the stream reports it', () => {
    const quote = { symbol: 'PEPEUSDT', bid: '0.0000123400', ask: '67123.10', at: 1_672_304_484_978 }
    expect(bybit.converse(['PEPEUSDT']).onMessage(bookOf(quote))).toEqual({ quotes: [quote] })
  })

  test('what is sent again without a change makes a quiet price younger', () => {
    const { onMessage } = bybit.converse(['BTCUSDT'])
    const quote = { symbol: 'BTCUSDT', bid: '1', ask: '2', at: 1000 }
    const received = [quote, { ...quote, at: 4000 }].map((one) => onMessage(bookOf(one)))
    expect(received.flatMap(({ quotes = [] }) => quotes.map(({ at }) => at))).toEqual([1000, 4000])
  })

  test('a side without offers is no price and no fault; half a book and prices in numbers are garbage', () => {
    const { onMessage } = bybit.converse(['BTCUSDT'])
    const frame = bookOf({ symbol: 'BTCUSDT', bid: '1', ask: '2', at: 5 })
    expect(onMessage(frame.replace('[["1","0.006"]]', '[]'))).toEqual({})
    expect(onMessage(frame.replace('[["1","0.006"]]', '[[1,"0.006"]]'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"b":[["1","0.006"]],', ''))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('snapshot', 'delta'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('orderbook.1.BTCUSDT', 'orderbook.1.ETHUSDT'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"ts":5', '"ts":"yesterday"'))).toEqual({ garbage: true })
  })

  test('a topic it does not have takes its request down, and the others of it are requested again', () => {
    const { onMessage } = bybit.converse(['BTCUSDT', 'GONEUSDT', 'ETHUSDT'])
    const { replies = [], refused } = onMessage(refusedOf('GONEUSDT', '1'))
    expect(refused).toMatchObject({ fatal: false, unknown: ['GONEUSDT'] })
    expect(replies.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { req_id: '1', op: 'subscribe', args: ['orderbook.1.BTCUSDT', 'orderbook.1.ETHUSDT'] },
    ])
    const whole = '{"success":false,"ret_msg":"args size >10","req_id":"1","op":"subscribe"}'
    expect(onMessage(whole).refused).toEqual({ text: 'args size >10', fatal: false })
  })

  test('what stands already is no complaint, and does not cost the others of its request', () => {
    const received = bybit.converse(['BTCUSDT', 'ETHUSDT']).onMessage(subscribed)
    expect(received).toEqual({ replies: ['{"req_id":"1","op":"subscribe","args":["orderbook.1.ETHUSDT"]}'] })
  })

  test('a symbol that is refused leaves the others their prices', async () => {
    const fixture = await openHandProvider({
      dialect: bybit,
      codes: ['BTCUSDT', 'ETHUSDT'],
      response: (frame) => (frame.includes('ETHUSDT') ? [refusedOf('ETHUSDT', '1')] : [taken]),
      subscribed: (received) => received.length === 2,
    })
    await fixture.ready(1)
    expect(fixture.exchange.received()[1]).toBe('{"req_id":"1","op":"subscribe","args":["orderbook.1.BTCUSDT"]}')
    const { clock } = fixture.time
    fixture.exchange.emit(bookOf({ symbol: 'BTCUSDT', bid: '67123.09', ask: '67123.11', at: clock.now() }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toEqual([{ provider: 'bybit', code: 'BTCUSDT', mid: 6_712_310_000n, at: clock.now() }])
    expect(fixture.provider.status()).toMatchObject({ state: 'open', faults: { refused: 1 } })
    await fixture.close()
  })

  test('the directory lists what is trading, and what is no directory is distinguished', () => {
    expect(bybit.directory?.read(listing('Trading'))).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(bybit.directory?.read(listing('PreLaunch'))).toEqual(['ETHUSDT'])
    const busy = '{"retCode":10006,"retMsg":"Too many visits!","result":{},"time":1}'
    for (const other of ['', '<html>', '{}', '[]', 'null', busy])
      expect(() => bybit.directory?.read(other), other).toThrow('Bybit')
    expect(() => bybit.directory?.read('{"result":{"list":[]}}')).toThrow('Nothing is trading')
  })

  test('quotes coins only, against the same currency', () => {
    expect(bybit.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTCUSDT')
    expect(bybit.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USDC' })).toBe('BTCUSDC')
    expect(bybit.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: bybit,
  code: 'BTCUSDT',
  stranger: 'DOGEBTC',
  numbered: false,
  timed: true,
  emit: (quote) => bookOf(quote),
  garbage: [
    'pong',
    '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":1}',
    '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":1,"data":{"s":"BTCUSDT","b":[null],"a":[["1","1"]]}}',
  ],
})

describeQuoteFuzz({
  dialect: bybit,
  symbols: ['BTCUSDT'],
  frames: [
    bookOf({ symbol: 'BTCUSDT', bid: '16493.50', ask: '16611.00', at: 1_672_304_484_978 }),
    refusedOf('BTCUSDT', '1'),
    subscribed,
    taken,
    pong,
  ],
})
