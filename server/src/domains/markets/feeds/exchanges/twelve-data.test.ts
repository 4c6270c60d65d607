import { describe, expect, test } from 'vitest'
import { recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults, type FeedQuote } from '../../../../../test/feed-faults.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { twelveData } from './twelve-data.ts'

const dialect = twelveData('a-key')
const price = ({ symbol, last, at }: Pick<FeedQuote, 'symbol' | 'last' | 'at'>): string =>
  `{"event":"price","symbol":"${symbol}","currency_base":"Euro","currency_quote":"US Dollar","type":"Physical Currency",` +
  `"timestamp":${Math.floor(at / 1000)},"price":${last}}`

describe('Twelve Data', () => {
  test.skipIf(recordedMessage('twelvedata/subscribe-request') === undefined)(
    'requests its symbols in one frame of the shape of its own client',
    () => {
      const { opening } = dialect.converse(['AAPL', 'BTC/USD', 'EUR/USD'])
      expect(opening.map((frame) => JSON.parse(frame) as unknown)).toEqual([
        JSON.parse(recordedMessage('twelvedata/subscribe-request') ?? '') as unknown,
      ])
    },
  )

  test('an example of its documentation is the last price at its second, the day’s volume left aside', () => {
    const { onMessage } = dialect.converse(['BTC/USD'])
    const frame =
      '{"event":"price","symbol":"BTC/USD","currency_base":"Bitcoin","currency_quote":"US Dollar","exchange":"Binance",' +
      '"type":"Digital Currency","timestamp":1600595462,"price":10964.80,"day_volume":38279}'
    expect(onMessage(frame)).toEqual({ quotes: [{ symbol: 'BTC/USD', last: '10964.80', at: 1_600_595_462_000 }] })
  })

  test('bid and ask where it states both', () => {
    const { onMessage } = dialect.converse(['EUR/USD'])
    const frame = (sides: string): string =>
      `{"event":"price","symbol":"EUR/USD","timestamp":1795000000,"price":1.1015${sides}}`
    expect(onMessage(frame(',"bid":1.1014,"ask":1.1016')).quotes?.[0]).toMatchObject({ bid: '1.1014', ask: '1.1016' })
    expect(onMessage(frame(',"bid":null,"ask":1.1016')).quotes?.[0]).not.toHaveProperty('ask')
  })

  test('a subscription in part names what is not carried and reports why; a wrong key is fatal and never repeated', () => {
    const { onMessage } = twelveData('s3cret/key').converse(['EUR/USD'])
    expect(
      onMessage('{"event":"subscribe-status","status":"ok","success":[{"symbol":"EUR/USD"}],"fails":null}'),
    ).toEqual({})
    const part = '{"event":"subscribe-status","status":"error","success":[],"fails":[{"symbol":"XPD/USD"}]}'
    const unknown = ['XPD/USD']
    expect(onMessage(part)).toEqual({ refused: { text: 'does not carry XPD/USD', fatal: false, unknown } })
    const because = part.replace('}]}', '}],"messages":["key s3cret/key carries no metals"]}')
    expect(onMessage(because).refused?.text).toBe('does not carry XPD/USD; key … carries no metals')
    const taken = '{"event":"subscribe-status","status":"ok","fails":null,"messages":["plan ends tomorrow"]}'
    expect(onMessage(taken)).toEqual({ refused: { text: 'plan ends tomorrow', fatal: false } })
    const wrong = '{"status":"error","code":401,"message":"apikey s3cret/key is incorrect"}'
    expect(onMessage(wrong)).toEqual({ refused: { text: '401 apikey … is incorrect', fatal: true } })
    expect(onMessage('{"status":"error","code":429,"message":"slow down"}').refused?.fatal).toBe(false)
    expect(onMessage('{"event":"heartbeat","status":"ok"}')).toEqual({})
  })

  test('spends a free plan on the largest pairs, a named one on what is named, a large one on all', () => {
    const has = (plan: typeof dialect, codes: string[]): string[] =>
      codes.filter((code) => plan.symbolOf(instrumentOf(code)) !== undefined)
    const codes = ['EURUSD', 'EURGBP', 'EURJPY', 'XAUUSD', 'XCUUSD', 'AAPL']
    expect(has(dialect, codes)).toEqual(['EURUSD', 'EURGBP'])
    expect(has(twelveData('k', { symbols: 8, codes: ['XAUUSD', 'EURJPY'] }), codes)).toEqual(['EURJPY', 'XAUUSD'])
    expect(has(twelveData('k', { symbols: Infinity }), codes)).toEqual(['EURUSD', 'EURGBP', 'EURJPY', 'XAUUSD'])
  })
})

describeFaults({
  dialect,
  code: 'EURUSD',
  stranger: 'GBP/USD',
  numbered: false,
  timed: true,
  grainMs: 1000,
  response: (frame) => (frame.includes('heartbeat') ? ['{"event":"heartbeat","status":"ok"}'] : []),
  emit: price,
  garbage: ['{"event":"price"}', '{"event":"price","symbol":"EUR/USD","price":1.1}', '{"event":5}'],
})

describeQuoteFuzz({
  statesLast: true,
  dialect,
  symbols: ['EUR/USD'],
  frames: [
    price({ symbol: 'EUR/USD', last: '1.1', at: 1_795_000_000_000 }),
    '{"event":"subscribe-status","status":"error","success":[],"fails":[{"symbol":"XPD/USD"}],"messages":["no"]}',
    '{"status":"error","code":401,"message":"no"}',
  ],
})
