import { describe, expect, test } from 'vitest'
import { recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults, type FeedQuote } from '../../../../../test/feed-faults.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { deriv } from './deriv.ts'

const tick = ({ symbol, bid, ask, last, at }: Omit<FeedQuote, 'seq'>): string =>
  `{"msg_type":"tick","req_id":1,"subscription":{"id":"c84a793b"},"tick":{"ask":${ask},"bid":${bid},` +
  `"epoch":${Math.floor(at / 1000)},"id":"c84a793b","pip_size":5,"quote":${last},"symbol":"${symbol}"}}`

const listOf = (...symbols: [symbol: string, open: 0 | 1][]): string =>
  JSON.stringify({
    msg_type: 'active_symbols',
    active_symbols: symbols.map(([symbol, open]) => ({
      underlying_symbol: symbol,
      underlying_symbol_name: symbol,
      underlying_symbol_type: 'forex',
      exchange_is_open: open,
      is_trading_suspended: 0,
      market: 'forex',
      pip_size: 0.00001,
    })),
  })
const error = (code: string, id: number): string =>
  JSON.stringify({ msg_type: 'tick', req_id: id, error: { code, message: 'No.' } })
const requested = (replies: readonly string[] = []): unknown[] =>
  replies.map((reply) => (JSON.parse(reply) as { ticks?: unknown }).ticks)

describe('Deriv', () => {
  test.skipIf(recordedMessage('deriv/tick') === undefined)('a recorded tick is its bid and ask at its second', () => {
    const { onMessage } = deriv.converse(['R_10'])
    const quote = { symbol: 'R_10', last: '6845.684', bid: '6845.584', ask: '6845.784', at: 1_653_573_230_000 }
    expect(onMessage(recordedMessage('deriv/tick') ?? '')).toEqual({ quotes: [quote] })
    expect(onMessage(recordedMessage('deriv/tick-2') ?? '').quotes).toHaveLength(1)
  })

  test('a tick without bid and ask, and without what is optional since the new API, states its quote', () => {
    const { onMessage } = deriv.converse(['frxXAUUSD'])
    const frame = '{"tick":{"epoch":1795000000,"quote":4061.10,"symbol":"frxXAUUSD"},"msg_type":"tick"}'
    expect(onMessage(frame)).toEqual({ quotes: [{ symbol: 'frxXAUUSD', last: '4061.10', at: 1_795_000_000_000 }] })
  })

  test('subscribes to what is listed and open, each once, and to the rest when it opens', () => {
    const { opening, onMessage } = deriv.converse(['frxEURUSD', 'frxXAUUSD', 'frxUSDPLN'])
    expect(opening.map((frame) => JSON.parse(frame) as unknown)).toEqual([{ active_symbols: 'brief' }])
    const first = onMessage(listOf(['frxEURUSD', 1], ['frxXAUUSD', 0], ['R_50', 1]))
    expect(first.replies?.map((reply) => JSON.parse(reply) as unknown)).toEqual([
      { ticks: 'frxEURUSD', subscribe: 1, req_id: 1 },
    ])
    expect(requested(onMessage(listOf(['frxEURUSD', 1], ['frxXAUUSD', 1])).replies)).toEqual(['frxXAUUSD'])
    expect(onMessage(listOf(['frxEURUSD', 1], ['frxXAUUSD', 1]))).toEqual({})
  })

  test('requests the list again with every fourth reply to its ping', () => {
    const { onMessage } = deriv.converse(['frxEURUSD'])
    const pong = '{"ping":"pong","msg_type":"ping"}'
    expect([pong, pong, pong, pong, pong].map((frame) => onMessage(frame).replies?.length ?? 0)).toEqual([
      0, 0, 0, 1, 0,
    ])
  })

  test('a closed market is requested again, an unknown symbol never, and only a refusal of us is reported', () => {
    const { onMessage } = deriv.converse(['frxEURUSD', 'frxXAUUSD'])
    const list = listOf(['frxEURUSD', 1], ['frxXAUUSD', 1])
    onMessage(list)
    expect(onMessage(error('MarketIsClosed', 2))).toEqual({})
    expect(onMessage(error('AlreadySubscribed', 2))).toEqual({})
    const text = 'InvalidSymbol: No. frxEURUSD'
    expect(onMessage(error('InvalidSymbol', 1))).toEqual({ refused: { text, fatal: false, unknown: ['frxEURUSD'] } })
    expect(requested(onMessage(list).replies)).toEqual(['frxXAUUSD'])
    expect(onMessage('{"msg_type":"ticks","error":{"code":"RateLimit","message":"Slow down."}}').refused).toBeDefined()
  })

  test('quotes the pairs and metals it lists', () => {
    expect(deriv.symbolOf(instrumentOf('EURUSD'))).toBe('frxEURUSD')
    expect(deriv.symbolOf(instrumentOf('XAUUSD'))).toBe('frxXAUUSD')
    for (const code of ['USDCNH', 'XAUEUR', 'GLD', 'AAPL', 'BTCUSDT', 'GC.F'])
      expect(deriv.symbolOf(instrumentOf(code))).toBeUndefined()
  })
})

describeFaults({
  dialect: deriv,
  code: 'EURUSD',
  stranger: 'frxGBPUSD',
  numbered: false,
  timed: true,
  grainMs: 1000,
  response(frame) {
    if (frame.includes('active_symbols')) return [listOf(['frxEURUSD', 1])]
    return frame.includes('"ping"') ? ['{"ping":"pong","msg_type":"ping"}'] : []
  },
  subscribed: (received) => received.some((frame) => frame.includes('"ticks":"frxEURUSD"')),
  emit: tick,
  garbage: [
    '{"tick":{}}',
    '{"msg_type":"tick"}',
    '{"msg_type":"tick","tick":{"symbol":"frxEURUSD","epoch":1.5,"quote":1}}',
  ],
})

describeQuoteFuzz({
  statesLast: true,
  dialect: deriv,
  symbols: ['frxEURUSD'],
  frames: [
    tick({ symbol: 'frxEURUSD', bid: '1.1', ask: '1.2', last: '1.15', at: 1_795_000_000_000 }),
    listOf(['frxEURUSD', 1]),
    error('MarketIsClosed', 1),
  ],
})
