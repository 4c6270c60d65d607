import { describe, expect, test } from 'vitest'
import { recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults, type FeedQuote } from '../../../../../test/feed-faults.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { finnhub } from './finnhub.ts'

const dialect = finnhub('a-token')
const trade = ({ symbol, last, at }: Pick<FeedQuote, 'symbol' | 'last' | 'at'>): string =>
  `{"data":[{"c":["1","8"],"p":${last},"s":"${symbol}","t":${at},"v":1}],"type":"trade"}`

describe('Finnhub', () => {
  test.skipIf(recordedMessage('finnhub/trade') === undefined)(
    'of a recorded message of many trades the newest of each symbol is its last price',
    () => {
      const { onMessage } = dialect.converse(['TSLA', 'AAPL'])
      expect(onMessage(recordedMessage('finnhub/trade') ?? '')).toEqual({
        quotes: [
          { symbol: 'TSLA', last: '122.1', at: 1_672_348_887_198 },
          { symbol: 'AAPL', last: '129.575', at: 1_672_348_887_785 },
        ],
      })
    },
  )

  test('trades of one message in any order leave the newest', () => {
    const frame = '{"type":"trade","data":[{"p":2.50,"s":"A","t":20,"v":1},{"p":9,"s":"A","t":10,"v":1}]}'
    expect(dialect.converse(['A']).onMessage(frame)).toEqual({ quotes: [{ symbol: 'A', last: '2.50', at: 20 }] })
  })

  test.skipIf(recordedMessage('finnhub/subscribe-request') === undefined)(
    'requests each symbol as its documentation shows',
    () => {
      const { opening } = dialect.converse(['AAPL', 'NVDA'])
      expect(opening).toHaveLength(2)
      expect(JSON.parse(opening[0] ?? '')).toEqual(JSON.parse(recordedMessage('finnhub/subscribe-request') ?? ''))
    },
  )

  test('a ping is understood; too many symbols leave the others; a wrong token is fatal and never repeated', () => {
    const { onMessage } = finnhub('t0ken').converse(['AAPL'])
    expect(onMessage('{"type":"ping"}')).toEqual({})
    const many = 'Subscribing to too many symbols'
    expect(onMessage(`{"type":"error","msg":"${many}"}`)).toEqual({ refused: { text: many, fatal: false } })
    const wrong = onMessage('{"type":"error","msg":"Invalid API key t0ken"}')
    expect(wrong).toEqual({ refused: { text: 'Invalid API key …', fatal: true } })
  })

  test('spends a free plan on the largest stocks, a large one on stocks and ETFs', () => {
    expect(dialect.symbolOf(instrumentOf('NVDA'))).toBe('NVDA')
    for (const code of ['SPY', 'EURUSD', 'XAUUSD', 'ES.F']) expect(dialect.symbolOf(instrumentOf(code))).toBeUndefined()
    expect(finnhub('t', { symbols: Infinity }).symbolOf(instrumentOf('SPY'))).toBe('SPY')
  })
})

describeFaults({
  dialect,
  code: 'AAPL',
  stranger: 'MSFT',
  numbered: false,
  timed: true,
  emit: trade,
  garbage: ['{"type":"trade"}', '{"type":"trade","data":[5]}', '{"type":"trade","data":[{"s":"AAPL","p":1}]}'],
})

describeQuoteFuzz({
  statesLast: true,
  dialect,
  symbols: ['AAPL'],
  frames: [trade({ symbol: 'AAPL', last: '122.1', at: 1_795_000_000_000 }), '{"type":"error","msg":"no"}'],
})
