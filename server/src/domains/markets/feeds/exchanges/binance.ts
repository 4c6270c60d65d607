import { dayMs } from '@evenhand/protocol/durations.ts'
import { coinSymbol } from '../exchange-codes.ts'
import { isFields, momentOf, readFields, type Fields } from '../plain-frame.ts'
import type { Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'
import { sharesOf } from '../symbol-shares.ts'

/** More streams than this in one request, and Binance's own limit on the length of a message comes near. */
const streamsPerRequest = 100

/**
 * Binance spot, public streams, no key. `<symbol>@ticker` brings best bid and ask with the event's time once a second for
 * each symbol, in half a kilobyte whose prices are texts; the tickers of all symbols in one stream were retired in March
 * 2026. A connection takes 5 messages a second from us, pings and pongs counted, and 1024 streams; Binance ends it after 24
 * hours. An unknown stream is taken without a word.
 */
export const binance: Dialect = {
  name: 'binance',
  label: 'Binance',
  url: 'wss://stream.binance.com:9443/stream',
  symbolsPerSocket: 1000,
  longestFrame: 16_384,
  maxFramesPerSecond: 4000,
  silentAfterMs: 10_000,
  quotesWithinMs: 300_000,
  endsAfterMs: dayMs,
  sendEveryMs: 350,
  directory: {
    url: 'https://data-api.binance.vision/api/v3/exchangeInfo?permissions=SPOT&showPermissionSets=false',
    read: readDirectory,
  },
  symbolOf: (instrument) => coinSymbol(instrument, 'binance', ''),
  converse(symbols) {
    let newestId = 0
    const subscribe = (wanted: readonly string[]): readonly string[] =>
      sharesOf(wanted, streamsPerRequest).map((share) => {
        newestId += 1
        const params = share.map((symbol) => `${symbol.toLowerCase()}@ticker`)
        return JSON.stringify({ method: 'SUBSCRIBE', params, id: newestId })
      })
    return { opening: subscribe(symbols), requestAgain: subscribe, onMessage: (text) => receivedOf(readFields(text)) }
  },
}

/** The symbols that are traded now. Throws when the text is not the exchange's information. */
function readDirectory(body: string): string[] {
  const { symbols } = readFields(body) ?? {}
  if (!Array.isArray(symbols)) throw new Error('its directory could not be read')
  return symbols.flatMap((one: unknown) =>
    isFields(one) && one['status'] === 'TRADING' && typeof one['symbol'] === 'string' ? [one['symbol']] : [],
  )
}

function receivedOf(frame: Fields | undefined): Received {
  if (frame === undefined) return garbage
  const { msg } = isFields(frame['error']) ? frame['error'] : frame
  if (typeof msg === 'string') return refusal(msg, { fatal: false })
  // A request was taken.
  if ('result' in frame && 'id' in frame) return nothing
  const data = isFields(frame['data']) ? frame['data'] : frame
  if (data['e'] === 'serverShutdown') return nothing
  const quote = data['e'] === '24hrTicker' ? quoteOf(data) : undefined
  return quote === undefined ? garbage : { quotes: [quote] }
}

function quoteOf({ s: symbol, b: bid, a: ask, E: stated }: Fields): ProviderQuote | undefined {
  const at = momentOf(stated)
  if (typeof symbol !== 'string' || typeof bid !== 'string' || typeof ask !== 'string') return undefined
  return at === undefined ? undefined : { symbol, bid, ask, at }
}
