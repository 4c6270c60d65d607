import { describe, expect, test } from 'vitest'
import { describeFaults } from '../../../../../test/feed-faults.ts'
import { instrumentOf, openHandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { bitget } from './bitget.ts'

const argOf = (instId: string) => ({ instType: 'SPOT', channel: 'ticker', instId })
const tickerOf = (quote: { symbol: string; bid: string; ask: string; at: number }): string =>
  JSON.stringify({
    action: 'snapshot',
    arg: argOf(quote.symbol),
    data: [
      {
        instId: quote.symbol,
        lastPr: '2200.10',
        open24h: '0.00',
        change24h: '0.00',
        bidPr: quote.bid,
        askPr: quote.ask,
        bidSz: '0.0084',
        askSz: '19740.8811',
        baseVolume: '0.0000',
        openUtc: '0.00',
        ts: `${quote.at}`,
      },
    ],
    ts: quote.at + 11,
  })
const unknown = (symbol: string): string =>
  JSON.stringify({
    event: 'error',
    arg: argOf(symbol),
    code: 30_003,
    msg: `instType:SPOT,channel:ticker,instId:${symbol} Symbol not exists`,
    op: 'subscribe',
  })
const malformed = '{"event":"error","code":30002,"msg":"Illegal request","op":"subscribe"}'
const taken = JSON.stringify({ event: 'subscribe', arg: argOf('BTCUSDT') })

/** The documentation's example of the list of symbols, as far as it is read. */
const listing = (...listed: [symbol: string, status: string][]): string =>
  JSON.stringify({
    code: '00000',
    msg: 'success',
    requestTime: 1_695_808_949_356,
    data: listed.map(([symbol, status]) => ({ symbol, quoteCoin: 'USDT', takerFeeRate: '0.001', status })),
  })

describe('Bitget', () => {
  test('a ticker is its best bid and ask, untouched, at the time of its data', () => {
    const quote = { symbol: 'PEPEUSDT', bid: '0.0000123400', ask: '67123.10', at: 1_695_702_438_018 }
    const { onMessage } = bitget.converse(['PEPEUSDT'])
    expect(onMessage(tickerOf(quote))).toEqual({ quotes: [quote] })
    expect(onMessage(tickerOf(quote).replace(`"ts":"${quote.at}"`, `"ts":${quote.at}`))).toEqual({ quotes: [quote] })
  })

  test('requests everything a connection carries in one request, under its 4096 bytes', () => {
    const symbols = Array.from({ length: bitget.symbolsPerSocket }, (_, index) => `LONGESTOFALL${index}USDT`)
    const { opening } = bitget.converse(symbols)
    expect(opening).toHaveLength(1)
    expect(opening[0]?.length).toBeLessThan(4096)
    expect(JSON.parse(opening[0] ?? '')).toEqual({ op: 'subscribe', args: symbols.map(argOf) })
  })

  test('a side without offers is stated as empty; prices in numbers and rows of another pair are garbage', () => {
    const { onMessage } = bitget.converse(['BTCUSDT'])
    const quote = { symbol: 'BTCUSDT', bid: '1', ask: '', at: 5 }
    const frame = tickerOf(quote)
    expect(onMessage(frame)).toEqual({ quotes: [quote] })
    expect(onMessage(frame.replace('"bidPr":"1"', '"bidPr":1'))).toEqual({ garbage: true })
    expect(onMessage(frame.replace('"instId":"BTCUSDT","lastPr"', '"instId":"ETHUSDT","lastPr"'))).toEqual({
      garbage: true,
    })
    expect(onMessage(frame.replace('"ts":"5"', '"ts":"yesterday"'))).toEqual({ garbage: true })
  })

  test('a symbol it does not have is reported for good; a request it does not take costs neither', () => {
    const { onMessage, requestAgain } = bitget.converse(['BTCUSDT', 'GONEUSDT'])
    expect(onMessage(unknown('GONEUSDT')).refused).toEqual({
      text: '30003 instType:SPOT,channel:ticker,instId:GONEUSDT Symbol not exists',
      fatal: false,
      unknown: ['GONEUSDT'],
    })
    expect(onMessage(malformed).refused).toEqual({ text: '30002 Illegal request', fatal: false })
    const busy = unknown('BTCUSDT').replace('Symbol not exists', 'system busy')
    expect(onMessage(busy).refused).not.toHaveProperty('unknown')
    expect(JSON.parse(requestAgain(['BTCUSDT'])[0] ?? '')).toEqual({ op: 'subscribe', args: [argOf('BTCUSDT')] })
  })

  test('a contract of the same name is not the coin', () => {
    const { onMessage } = bitget.converse(['BTCUSDT'])
    const contract = tickerOf({ symbol: 'BTCUSDT', bid: '1', ask: '2', at: 5 }).replace('"SPOT"', '"USDT-FUTURES"')
    expect(onMessage(contract)).toEqual({ garbage: true })
  })

  test('a symbol that is refused leaves the others their prices', async () => {
    const fixture = await openHandProvider({
      dialect: bitget,
      codes: ['BTCUSDT', 'ETHUSDT'],
      response: (frame) => (frame === 'ping' ? ['pong'] : [taken, unknown('ETHUSDT')]),
    })
    await fixture.ready(1)
    await until(() => fixture.provider.status().faults.refused === 1, 'the refusal is reported')
    const { clock } = fixture.time
    fixture.exchange.emit(tickerOf({ symbol: 'BTCUSDT', bid: '67123.09', ask: '67123.11', at: clock.now() }))
    await until(() => fixture.stated.length === 1, 'a price comes out')
    expect(fixture.stated).toEqual([{ provider: 'bitget', code: 'BTCUSDT', mid: 6_712_310_000n, at: clock.now() }])
    expect(fixture.provider.status()).toMatchObject({ state: 'open' })
    await fixture.close()
  })

  test('the directory lists what is trading, and what is no directory is distinguished', () => {
    const listed = listing(['BTCUSDT', 'online'], ['OLDUSDT', 'offline'], ['NEWUSDT', 'gray'], ['STOPUSDT', 'halt'])
    expect(bitget.directory?.read(listed)).toEqual(['BTCUSDT'])
    expect(() => bitget.directory?.read(listing(['OLDUSDT', 'offline']))).toThrow('Nothing is trading')
    for (const other of ['', '<html>', '{}', '[]', 'null', '{"code":"429","msg":"Too Many Requests","data":null}'])
      expect(() => bitget.directory?.read(other), other).toThrow('Bitget')
  })

  test('quotes coins only, against the same currency', () => {
    expect(bitget.symbolOf(instrumentOf('BTCUSDT'))).toBe('BTCUSDT')
    expect(bitget.symbolOf({ ...instrumentOf('BTCUSDT'), quote: 'USDC' })).toBe('BTCUSDC')
    expect(bitget.symbolOf(instrumentOf('EURUSD'))).toBeUndefined()
  })
})

describeFaults({
  dialect: bitget,
  code: 'BTCUSDT',
  stranger: 'DOGEBTC',
  numbered: false,
  timed: true,
  emit: (quote) => tickerOf(quote),
  garbage: [
    'ping',
    JSON.stringify({ action: 'snapshot', arg: argOf('BTCUSDT') }),
    JSON.stringify({ action: 'snapshot', arg: argOf('BTCUSDT'), data: [null] }),
    JSON.stringify({ arg: argOf('BTCUSDT'), data: [{ instId: 'BTCUSDT', askPr: '1', bidPr: '1' }] }),
  ],
})

describeQuoteFuzz({
  dialect: bitget,
  symbols: ['BTCUSDT'],
  frames: [
    tickerOf({ symbol: 'BTCUSDT', bid: '1792', ask: '2200.1', at: 1_695_702_438_018 }),
    unknown('BTCUSDT'),
    malformed,
    taken,
    'pong',
  ],
})
