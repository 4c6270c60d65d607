import { describe, expect, test } from 'vitest'
import { dateOf } from '../../../../kernel/time/clock.ts'
import { recordedMessage } from '../../../../../test/exchange.ts'
import { describeFaults, type FeedQuote } from '../../../../../test/feed-faults.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { alpaca } from './alpaca.ts'

const access = { keyId: 'PK-ID', secret: 's3cret' }
const dialect = alpaca(access)
const connected = '[{"T":"success","msg":"connected"}]'
const authenticated = '[{"T":"success","msg":"authenticated"}]'
const quote = ({ symbol, bid, ask, at }: Pick<FeedQuote, 'symbol' | 'bid' | 'ask' | 'at'>): string =>
  `[{"T":"q","S":"${symbol}","bx":"V","bp":${bid},"bs":3,"ax":"V","ap":${ask},"as":4,"c":["R"],"z":"B",` +
  `"t":"${dateOf(at).toISOString().replace('Z', '123456Z')}"}]`

describe('Alpaca', () => {
  test.skipIf(recordedMessage('alpaca/ws-q') === undefined)('a quote is its bid and ask at its millisecond', () => {
    const { onMessage } = dialect.converse(['SPIP'])
    const stated = { symbol: 'SPIP', bid: '25.41', ask: '25.43', at: 1_643_727_600_000 }
    expect(onMessage(recordedMessage('alpaca/ws-q') ?? '')).toEqual({ quotes: [stated] })
    for (const other of ['t', 'b', 's', 'o', 'x'])
      expect(onMessage(recordedMessage(`alpaca/ws-${other}`) ?? '')).toEqual({})
  })

  test('several in one frame come in their order, to the millisecond below', () => {
    const { onMessage } = dialect.converse(['FAKEPACA'])
    const one = (t: string): string => `{"T":"q","S":"FAKEPACA","bp":133.85,"ap":135.77,"t":"${t}"}`
    const frame = `[${one('2024-07-24T07:56:53.639713735Z')},${one('2024-07-24T07:56:58Z')}]`
    expect(onMessage(frame).quotes?.map(({ at }) => at)).toEqual([1_721_807_813_639, 1_721_807_818_000])
    expect(onMessage(`[${one('2024-02-30T07:56:58Z')}]`)).toEqual({ garbage: true })
    expect(onMessage(`[${one('2024-07-24T07:56:58+02:00')}]`)).toEqual({ garbage: true })
  })

  test('greets, sends its key, then subscribes', () => {
    const { opening, onMessage } = dialect.converse(['AAPL', 'NVDA'])
    expect(opening).toEqual([])
    expect(JSON.parse(onMessage(connected).replies?.[0] ?? '')).toEqual({
      action: 'auth',
      key: 'PK-ID',
      secret: 's3cret',
    })
    expect(JSON.parse(onMessage(authenticated).replies?.[0] ?? '')).toEqual({
      action: 'subscribe',
      quotes: ['AAPL', 'NVDA'],
    })
    expect(onMessage('[{"T":"subscription","trades":[],"quotes":["AAPL","NVDA"],"bars":[]}]')).toEqual({})
  })

  test.each([
    [400, 'invalid syntax', false],
    [401, 'not authenticated', false],
    [402, 'auth failed', true],
    [404, 'auth timeout', false],
    [405, 'symbol limit exceeded', true],
    [406, 'connection limit exceeded', false],
    [407, 'slow client', false],
    [409, 'insufficient subscription', true],
    [500, 'internal error', false],
  ])('error %i (%s) is reported; fatal: %s', (code, msg, fatal) => {
    const { onMessage } = dialect.converse(['AAPL'])
    expect(onMessage(JSON.stringify([{ T: 'error', code, msg }]))).toEqual({
      refused: { text: `${code} ${msg}`, fatal },
    })
  })

  test('one bad symbol fells the whole request: then each is requested by itself, once', () => {
    const { onMessage } = dialect.converse(['AAPL', 'NVDA'])
    onMessage(authenticated)
    const bad = '[{"T":"error","code":400,"msg":"invalid syntax"}]'
    const first = onMessage(bad)
    expect(first.refused).toEqual({ text: '400 invalid syntax', fatal: false })
    expect(first.replies?.map((reply) => (JSON.parse(reply) as { quotes: unknown }).quotes)).toEqual([
      ['AAPL'],
      ['NVDA'],
    ])
    expect(onMessage(bad).replies).toBeUndefined()
  })

  test('never repeats its secret, and takes "already authenticated" for no refusal', () => {
    const { onMessage } = dialect.converse(['AAPL'])
    expect(onMessage('[{"T":"error","code":402,"msg":"bad s3cret of PK-ID"}]').refused?.text).toBe('402 bad … of …')
    expect(onMessage('[{"T":"error","code":403,"msg":"already authenticated"}]')).toEqual({})
    expect(JSON.stringify(dialect)).not.toContain('s3cret')
  })

  test('what is not quoted is requested again once its key was shown', () => {
    const { onMessage, requestAgain } = dialect.converse(['AAPL', 'NVDA'])
    expect(requestAgain(['NVDA'])).toEqual([])
    onMessage(authenticated)
    expect(requestAgain(['NVDA'])).toEqual(['{"action":"subscribe","quotes":["NVDA"]}'])
  })

  test('spends a free plan on the largest stocks and names the feed it reads', () => {
    expect(dialect.symbolOf(instrumentOf('NVDA'))).toBe('NVDA')
    expect(dialect.symbolOf(instrumentOf('SPY'))).toBeUndefined()
    const paid = alpaca({ ...access, feed: 'sip', plan: { symbols: Infinity } })
    expect(paid.symbolOf(instrumentOf('SPY'))).toBe('SPY')
    expect(paid.symbolOf(instrumentOf('XAUUSD'))).toBeUndefined()
    expect([paid.label, paid.url]).toEqual(['Alpaca (SIP)', 'wss://stream.data.alpaca.markets/v2/sip'])
  })
})

describeFaults({
  dialect,
  code: 'AAPL',
  stranger: 'MSFT',
  numbered: false,
  timed: true,
  greeting: [connected],
  response: (frame) => (frame.includes('"auth"') ? [authenticated] : []),
  subscribed: (received) => received.some((frame) => frame.includes('"subscribe"')),
  emit: quote,
  garbage: [
    '[{"T":"q"}]',
    '[5]',
    '{"T":"q","S":"AAPL","bp":1,"ap":2}',
    '[{"T":"q","S":"AAPL","bp":1,"ap":2,"t":"now"}]',
  ],
})

describeQuoteFuzz({
  dialect,
  symbols: ['AAPL'],
  frames: [
    quote({ symbol: 'AAPL', bid: '291.1', ask: '291.2', at: 1_795_000_000_000 }),
    connected,
    '[{"T":"error","code":406,"msg":"connection limit exceeded"}]',
  ],
})
