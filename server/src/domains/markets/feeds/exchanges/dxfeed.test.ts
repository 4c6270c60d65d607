import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { describeFaults, type FeedQuote } from '../../../../../test/feed-faults.ts'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { describeQuoteFuzz } from '../../../../../test/quote-fuzz.ts'
import { dxfeed } from './dxfeed.ts'

const dialect = dxfeed({ url: 'wss://example.invalid/dxlink-ws', token: 't0ken' })
const frameOf = (type: string, rest: object = {}, channel = 1): string => JSON.stringify({ type, channel, ...rest })
const setUp = frameOf('SETUP', { keepaliveTimeout: 60, acceptKeepaliveTimeout: 60, version: '1.0' }, 0)
const unauthorized = frameOf('AUTH_STATE', { state: 'UNAUTHORIZED' }, 0)
const authorized = frameOf('AUTH_STATE', { state: 'AUTHORIZED', userId: '1' }, 0)
const opened = frameOf('CHANNEL_OPENED', { service: 'FEED', parameters: { contract: 'TICKER' } })
const quote = ({ symbol, bid, ask, at }: Pick<FeedQuote, 'symbol' | 'bid' | 'ask' | 'at'>): string =>
  `{"type":"FEED_DATA","channel":1,"data":["Quote",["Quote","${symbol}",${bid},${ask},${at - 1000},${at}]]}`
const parsed = (replies: readonly string[] = []): unknown[] => replies.map((reply) => JSON.parse(reply) as unknown)

describe('dxFeed', () => {
  test('sets up, shows its token, opens a channel, and then requests quotes', () => {
    const { opening, onMessage } = dialect.converse(['/ES:XCME', '/CL:XNYM'])
    expect(parsed(opening)).toMatchObject([
      { type: 'SETUP', channel: 0, keepaliveTimeout: 60 },
      { type: 'AUTH', channel: 0, token: 't0ken' },
    ])
    expect([setUp, unauthorized].map((frame) => onMessage(frame))).toEqual([{}, {}])
    expect(parsed(onMessage(authorized).replies)).toMatchObject([
      { type: 'CHANNEL_REQUEST', channel: 1, service: 'FEED' },
    ])
    const [setup, subscription] = parsed(onMessage(opened).replies)
    expect(setup).toMatchObject({ type: 'FEED_SETUP', channel: 1, acceptDataFormat: 'COMPACT' })
    expect(subscription).toEqual({
      type: 'FEED_SUBSCRIPTION',
      channel: 1,
      add: ['/ES:XCME', '/CL:XNYM'].map((symbol) => ({ type: 'Quote', symbol })),
    })
    expect(onMessage(frameOf('KEEPALIVE', {}, 0))).toEqual({})
  })

  test('without a token it waits to be let in as the demonstration does', () => {
    const { opening, onMessage } = dxfeed({ url: 'wss://demo.dxfeed.com/dxlink-ws', token: '' }).converse(['/ES:XCME'])
    expect(parsed(opening)).toMatchObject([{ type: 'SETUP' }])
    expect(onMessage(unauthorized).refused?.fatal).toBe(true)
    expect(onMessage(authorized).replies).toHaveLength(1)
  })

  test('a token that is refused is fatal and never repeated', () => {
    const { onMessage } = dialect.converse(['/ES:XCME'])
    onMessage(unauthorized)
    expect(onMessage(unauthorized).refused).toEqual({ text: 'the token is not accepted', fatal: true })
    const error = frameOf('ERROR', { error: 'UNAUTHORIZED', message: 'no t0ken here' }, 0)
    expect(onMessage(error).refused).toEqual({ text: 'UNAUTHORIZED: no … here', fatal: true })
    const timeout = frameOf('ERROR', { error: 'TIMEOUT', message: 'The timeout has been reached.' }, 0)
    expect(onMessage(timeout).refused?.fatal).toBe(false)
  })

  test('a channel is requested once, again when it is closed, and not for ever', () => {
    const { onMessage } = dialect.converse(['/ES:XCME'])
    const closed = frameOf('CHANNEL_CLOSED')
    expect([authorized, authorized].map((frame) => onMessage(frame).replies?.length ?? 0)).toEqual([1, 0])
    expect([closed, closed].map((frame) => onMessage(frame).replies?.length ?? 0)).toEqual([1, 1])
    expect(onMessage(closed).refused).toEqual({ text: 'keeps closing the channel', fatal: true })
  })

  test('a channel that brings prices may be closed any number of times, as one a day', () => {
    const { onMessage } = dialect.converse(['/ES:XCME'])
    onMessage(authorized)
    const day = '{"type":"FEED_DATA","channel":1,"data":["Quote",["Quote","/ES:XCME",1,2,0,5]]}'
    for (let days = 0; days < 5; days += 1) {
      expect(onMessage(day).quotes).toHaveLength(1)
      expect(onMessage(frameOf('CHANNEL_CLOSED')).replies).toHaveLength(1)
    }
    expect(onMessage(frameOf('CHANNEL_CLOSED')).replies).toHaveLength(1)
    expect(onMessage(frameOf('CHANNEL_CLOSED')).refused?.fatal).toBe(true)
  })

  test('several flat events, in the order of the fields that the server settled on', () => {
    const { onMessage } = dialect.converse(['/ES:XCME', '/6J:XCME'])
    onMessage(frameOf('FEED_CONFIG', { eventFields: { Quote: ['eventSymbol', 'askPrice', 'bidPrice', 'askTime'] } }))
    const data =
      '{"type":"FEED_DATA","channel":1,"data":["Trade",["Trade","/ES:XCME",1],"Quote",' +
      '["/ES:XCME",6000.50,6000.25,1795000000000,"/6J:XCME",6.2575E-3,6.257E-3,0,"/NQ:XCME","NaN",1,5]]}'
    expect(onMessage(data)).toEqual({
      quotes: [
        { symbol: '/ES:XCME', bid: '6000.25', ask: '6000.50', at: 1_795_000_000_000 },
        { symbol: '/6J:XCME', bid: '0.006257', ask: '0.0062575', at: undefined },
      ],
    })
  })

  test('the example of its specification, where events are objects', () => {
    const { onMessage } = dialect.converse(['AAPL'])
    const event = {
      eventSymbol: 'AAPL',
      eventType: 'Quote',
      bidPrice: 123.45,
      askPrice: 123.46,
      bidSize: 100,
      askSize: 200,
    }
    const stated = { symbol: 'AAPL', bid: '123.45', ask: '123.46', at: undefined }
    expect(onMessage(frameOf('FEED_DATA', { data: [event] }))).toEqual({ quotes: [stated] })
  })

  test('grains come in cents and leave in dollars, without rounding', () => {
    const { onMessage } = dialect.converse(['/ZC:XCBT'])
    const stated = onMessage(quote({ symbol: '/ZC:XCBT', bid: '447.25', ask: '5', at: 1_795_000_000_000 })).quotes
    expect(stated?.[0]).toMatchObject({ bid: '4.4725', ask: '0.05' })
    expect(onMessage(quote({ symbol: '/ZCZ26:XCBT', bid: '447.25', ask: '447.5', at: 1 })).quotes?.[0]?.bid).toBe(
      '4.4725',
    )
  })

  test('names the continuous product of each future', () => {
    const codes = ['ES.F', 'YM.F', 'CL.F', 'GC.F', 'VX.F', 'FDAX.F', 'DX.F', 'HSI.F', 'AAPL']
    expect(codes.map((code) => dialect.symbolOf(instrumentOf(code)))).toEqual([
      '/ES:XCME',
      '/YM:XCBT',
      '/CL:XNYM',
      '/GC:XCEC',
      '/VX:XCBF',
      '/FDAX:XEUR',
      '/DX:IFUS',
      undefined,
      undefined,
    ])
    const symbols = loadCatalogue().flatMap((instrument) => dialect.symbolOf(instrument) ?? [])
    expect(symbols).toHaveLength(36)
    expect(new Set(symbols).size).toBe(symbols.length)
  })
})

describeFaults({
  dialect,
  code: 'ES.F',
  stranger: '/NQ:XCME',
  numbered: false,
  timed: true,
  greeting: [setUp, unauthorized],
  response(frame) {
    if (frame.includes('"AUTH"')) return [authorized]
    if (frame.includes('CHANNEL_REQUEST')) return [opened]
    return frame.includes('KEEPALIVE') ? [frameOf('KEEPALIVE', {}, 0)] : []
  },
  subscribed: (received) => received.some((frame) => frame.includes('FEED_SUBSCRIPTION')),
  emit: quote,
  garbage: [
    '{"type":"FEED_DATA","channel":1,"data":["Quote",["Quote","/ES:XCME",1]]}',
    '{"type":"FEED_DATA","channel":7,"data":["Quote",["Quote","/ES:XCME",1,1,1,1]]}',
    '{"type":"toString","channel":1}',
  ],
})

describeQuoteFuzz({
  maxReplies: 2,
  dialect,
  symbols: ['/ES:XCME'],
  frames: [
    quote({ symbol: '/ES:XCME', bid: '6000.25', ask: '6000.5', at: 1_795_000_000_000 }),
    frameOf('FEED_CONFIG', { eventFields: { Quote: ['eventSymbol', 'bidPrice', 'askPrice'] } }),
    authorized,
    opened,
  ],
})
