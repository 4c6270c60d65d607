import { coinSymbol } from '../exchange-codes.ts'
import { isFields, readFields, type Fields } from '../plain-frame.ts'
import { readJson } from '../provider/provider-json.ts'
import type { Conversation, Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal, symbolRefusal } from '../refusal.ts'
import { sharesOf } from '../symbol-shares.ts'
import { instantOf } from '../utc-instant.ts'

/**
 * Kraken, spot WebSocket API v2; rules from docs.kraken.com (Spot WebSocket v2: Ticker, Status, Heartbeat, Ping; Spot
 * REST: Get Tradable Asset Pairs).
 * - `ticker` with the trigger `bbo` reports every change of the best bid or ask; with `trades`, its default, a market that
 *   is quoted and not traded would seem dead. It cannot be batched: about 8 frames a second for the busiest pair.
 * - Prices are JSON numbers, and are taken from the text.
 * - Heartbeats come about once a second to a client with any subscription; a connection idle for 60 s is closed.
 * - Each symbol of a request gets its own response: one that is refused leaves the others subscribed. What is sent too
 *   fast gets an `Error` that names neither request nor symbol.
 * - While the engine is not `online` its book does not trade, and what it quotes is no price.
 */
export const kraken: Dialect = {
  name: 'kraken',
  label: 'Kraken',
  url: 'wss://ws.kraken.com/v2',
  symbolsPerSocket: 200,
  longestFrame: 16_384,
  maxFramesPerSecond: 3000,
  silentAfterMs: 15_000,
  quotesWithinMs: 300_000,
  // The limit on what we send is dynamic and unpublished; a share of 50 every half second is far from any known one.
  sendEveryMs: 500,
  heartbeat: { everyMs: 5000, frame: '{"method":"ping"}' },
  directory: { url: 'https://api.kraken.com/0/public/AssetPairs', read: readPairs },
  symbolOf: (instrument) => coinSymbol(instrument, 'kraken', '/'),
  converse,
}

/** The REST directory still gives pairs the names of version 1. */
const versionTwo = new Map([
  ['XBT', 'BTC'],
  ['XDG', 'DOGE'],
])

const symbolsPerRequest = 50

function converse(symbols: readonly string[]): Conversation {
  let online = true
  const readStatus = (data: unknown): Received => {
    const first: unknown = Array.isArray(data) ? data[0] : undefined
    const system = isFields(first) ? first['system'] : undefined
    if (typeof system !== 'string') return garbage
    online = system === 'online'
    return online ? nothing : refusal(`Kraken's system is in ${system}`, { fatal: false })
  }
  const readResponse = ({ method, success, error, Error: bare, symbol }: Fields): Received => {
    const reason = error ?? bare
    if (success !== false && reason === undefined) return typeof method === 'string' ? nothing : garbage
    const words = typeof reason === 'string' ? reason : ''
    // What was requested again stands already.
    if (/already subscribed/i.test(words)) return nothing
    const ours = typeof symbol === 'string' && symbols.includes(symbol)
    return ours ? symbolRefusal(words, symbol) : refusal(words, { fatal: false })
  }
  const subscribe = (wanted: readonly string[]): readonly string[] =>
    sharesOf(wanted, symbolsPerRequest).map((symbol) =>
      JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol, event_trigger: 'bbo' } }),
    )
  return {
    opening: subscribe(symbols),
    requestAgain: subscribe,
    onMessage(text) {
      const frame = readFields(withPricesAsText(text))
      if (frame === undefined) return garbage
      const { channel, data } = frame
      if (channel === undefined) return readResponse(frame)
      if (channel === 'status') return readStatus(data)
      if (channel === 'ticker') return online ? readTickers(data) : nothing
      return typeof channel === 'string' ? nothing : garbage
    },
  }
}

const priceNumber =
  /"(bid|ask)":[ \t\r\n]?(-?(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?)(?=[ \t\r\n]?[,}])/g
/**
 * A frame with its bids and asks quoted. An unescaped "bid" before a colon is a name and nothing else, because within a
 * text its second quote would be escaped; what is not exactly a JSON number stays as it is. Keeping the text of every
 * number instead takes three times as long, and 50 times where a hostile server floods us with numbers.
 */
const withPricesAsText = (text: string): string => text.replace(priceNumber, '"$1":"$2"')

function readTickers(data: unknown): Received {
  if (!Array.isArray(data)) return garbage
  const quotes: ProviderQuote[] = []
  for (const row of data as unknown[]) {
    if (!isFields(row)) return garbage
    const { symbol, bid, ask, timestamp } = row
    // A side of the book without offers.
    if (typeof symbol === 'string' && (bid === null || ask === null)) continue
    const at = instantOf(timestamp)
    if (typeof symbol !== 'string' || typeof bid !== 'string' || typeof ask !== 'string') return garbage
    if (timestamp !== undefined && at === undefined) return garbage
    quotes.push({ symbol, bid: plain(bid), ask: plain(ask), at })
  }
  return { quotes }
}

/** A number's text without its exponent. */
function plain(price: string): string {
  const written = /^-?\d[\d.]*[eE]/.test(price) ? readJson(price) : price
  return typeof written === 'string' ? written : price
}

/** The pairs that are trading now, by their names of version 2. Throws as those of the other exchanges do. */
function readPairs(body: string): readonly string[] {
  const { result } = readFields(body) ?? {}
  if (!isFields(result)) throw new Error('Kraken did not return its pairs')
  const online = Object.values(result).flatMap((pair) => {
    if (!isFields(pair) || typeof pair['wsname'] !== 'string') return []
    // Old responses have no status; an instrument with one must be open for all orders.
    if (pair['status'] !== undefined && pair['status'] !== 'online') return []
    const [base = '', quote = ''] = pair['wsname'].split('/')
    return [`${versionTwo.get(base) ?? base}/${versionTwo.get(quote) ?? quote}`]
  })
  if (online.length === 0) throw new Error('Nothing is trading on Kraken now')
  return online
}
