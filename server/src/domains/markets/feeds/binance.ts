import type { Instrument } from '../catalogue/instrument.ts'
import { isList, isObject, isText, readJson, wholeOf, type Json, type JsonObject } from './provider-json.ts'
import type { Dialect, Heard, ProviderQuote } from './provider.ts'

/** More streams than this in one request, and Binance's own limit on the length of a message comes near. */
const streamsPerRequest = 100

/**
 * Binance spot, public streams, no key. `<symbol>@ticker` brings best bid and ask with the event's time once a second for
 * each symbol; the tickers of all symbols in one stream were retired in March 2026. A connection takes 5 messages a second
 * from us, pings and pongs counted, and 1024 streams; Binance ends it after 24 hours, which is an ordinary loss.
 */
export const binance: Dialect = {
  name: 'binance',
  label: 'Binance',
  url: 'wss://stream.binance.com:9443/stream',
  symbolsPerSocket: 1000,
  longestFrame: 65_536,
  mostFramesPerSecond: 4000,
  silentAfterMs: 10_000,
  quotesWithinMs: 300_000,
  sendEveryMs: 350,
  directory: {
    url: 'https://data-api.binance.vision/api/v3/exchangeInfo?permissions=SPOT&showPermissionSets=false',
    read: readDirectory,
  },
  symbolOf: (instrument: Instrument) =>
    instrument.type === 2 ? `${instrument.base}${instrument.quote}`.toUpperCase() : undefined,
  converse: (symbols) => ({
    opening: inRequests(symbols).map((part, index) =>
      JSON.stringify({
        method: 'SUBSCRIBE',
        params: part.map((symbol) => `${symbol.toLowerCase()}@ticker`),
        id: index + 1,
      }),
    ),
    hear: (text) => heardOf(readJson(text)),
  }),
}

const inRequests = (symbols: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(symbols.length / streamsPerRequest) }, (_, index) =>
    symbols.slice(index * streamsPerRequest, (index + 1) * streamsPerRequest),
  )

/** The symbols that are traded now. Throws when the text is not the exchange's information. Megabytes without a price. */
function readDirectory(body: string): string[] {
  const json = JSON.parse(body) as Json
  if (!isObject(json) || !isList(json['symbols'])) throw new Error('its directory could not be read')
  return json['symbols'].flatMap((one) =>
    isObject(one) && one['status'] === 'TRADING' && isText(one['symbol']) ? [one['symbol']] : [],
  )
}

function heardOf(json: Json | undefined): Heard {
  if (!isObject(json)) return { garbage: true }
  const refusal = isObject(json['error']) ? json['error'] : json
  if (isText(refusal['msg'])) return { refused: { text: refusal['msg'], fatal: false } }
  // A request was taken.
  if ('result' in json && 'id' in json) return {}
  const data = isObject(json['data']) ? json['data'] : json
  if (data['e'] === 'serverShutdown') return {}
  const quote = data['e'] === '24hrTicker' ? quoteOf(data) : undefined
  return quote === undefined ? { garbage: true } : { quotes: [quote] }
}

function quoteOf({ s, b, a, E }: JsonObject): ProviderQuote | undefined {
  const at = wholeOf(E)
  if (!isText(s) || !isText(b) || !isText(a) || at === undefined) return undefined
  return { symbol: s, bid: b, ask: a, at }
}
