import { coinSymbol } from '../exchange-codes.ts'
import { isFields, readFields, type Fields } from '../plain-frame.ts'
import type { Conversation, Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal, symbolRefusal } from '../refusal.ts'
import { sharesOf } from '../symbol-shares.ts'
import { instantOf } from '../utc-instant.ts'

/**
 * Coinbase Exchange, public market data; rules from docs.cdp.coinbase.com/exchange (WebSocket feed: Overview, Channels,
 * Rate limits, Errors; REST: Get all known trading pairs).
 * - `ticker` reports the best bid and ask at every match, several matches of one order as one. `ticker_batch` comes only
 *   every 5 s, which is as old as a price of the index may be; `level2_batch` needs a book of ours for each product.
 * - One `heartbeat` a second, for one product, distinguishes a quiet market from a dead connection.
 * - A client that has not subscribed within 5 s is disconnected; 100 messages a second are taken from an IP.
 * - Running numbers of a product rise, but with holes: they count all its messages and not only tickers.
 * - New message types may come at any time and are to be ignored.
 */
export const coinbase: Dialect = {
  name: 'coinbase',
  label: 'Coinbase Exchange',
  url: 'wss://ws-feed.exchange.coinbase.com',
  symbolsPerSocket: 200,
  // The longest is the response to a subscription, which lists all 200 products for each channel.
  longestFrame: 65_536,
  maxFramesPerSecond: 3000,
  silentAfterMs: 15_000,
  quotesWithinMs: 300_000,
  sendEveryMs: 125,
  directory: { url: 'https://api.exchange.coinbase.com/products', read: readProducts },
  symbolOf: (instrument) => coinSymbol(instrument, 'coinbase', '-'),
  converse,
}

const productsPerRequest = 50

const channel = (name: 'heartbeat' | 'ticker', products: readonly string[]) => ({ name, product_ids: products })
const subscribe = (...channels: ReturnType<typeof channel>[]): string => JSON.stringify({ type: 'subscribe', channels })

function converse(symbols: readonly string[]): Conversation {
  const shares = sharesOf(symbols, productsPerRequest)
  const refusals = createRefusals(symbols, shares)
  return {
    opening: shares.map((share, index) =>
      index === 0
        ? subscribe(channel('heartbeat', share.slice(0, 1)), channel('ticker', share))
        : subscribe(channel('ticker', share)),
    ),
    requestAgain: (wanted) => sharesOf(wanted, productsPerRequest).map((share) => subscribe(channel('ticker', share))),
    onMessage(text) {
      const frame = readFields(text)
      if (frame === undefined || typeof frame['type'] !== 'string') return garbage
      if (frame['type'] === 'ticker') return readTicker(frame)
      if (frame['type'] === 'error') return refusals.refuse(frame)
      if (frame['type'] === 'subscriptions') return refusals.confirm(frame['channels'])
      return nothing
    },
  }
}

function readTicker({ product_id: symbol, best_bid: bid, best_ask: ask, sequence: seq, time }: Fields): Received {
  if (typeof symbol !== 'string' || typeof bid !== 'string' || typeof ask !== 'string') return garbage
  const at = instantOf(time)
  // A product that has never been traded has no time of its last match.
  if (!isRunningNumber(seq) || (time !== undefined && at === undefined)) return garbage
  const quote: ProviderQuote = { symbol, bid, ask, at, seq }
  return { quotes: [quote] }
}

const isRunningNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/**
 * What becomes of products that are refused. The error names one product, and the rest of its request may stand or may
 * not; so the heartbeat is requested again, whose response lists all that stands, and only what is missing is requested again.
 * (Requested blindly, a subscribed product would repeat its newest ticker, which is a fault.)
 */
function createRefusals(symbols: readonly string[], shares: readonly (readonly string[])[]) {
  const refused = new Set<string>()
  const owed = new Set<readonly string[]>()
  return {
    refuse({ message, reason }: Fields): Received {
      const text = [message, reason]
        .filter((part) => typeof part === 'string')
        .join(': ')
        .slice(0, 200)
      const named = text.match(/[A-Z0-9]+-[A-Z0-9]+/g)?.find((word) => symbols.includes(word))
      if (named === undefined) return refusal(text, { fatal: false })
      const unknownSymbol = symbolRefusal(text, named)
      const pulse = symbols.find((symbol) => symbol !== named && !refused.has(symbol))
      if (refused.has(named) || pulse === undefined) return unknownSymbol
      refused.add(named)
      for (const share of shares) if (share.includes(named)) owed.add(share)
      return { replies: [subscribe(channel('heartbeat', [pulse]))], ...unknownSymbol }
    },
    confirm(channels: unknown): Received {
      if (!Array.isArray(channels)) return garbage
      const tickers: unknown = channels.find((one: unknown) => isFields(one) && one['name'] === 'ticker')
      const listed: unknown = isFields(tickers) ? tickers['product_ids'] : []
      const subscribed = new Set<unknown>(Array.isArray(listed) ? listed : [])
      const missing = [...owed].flat().filter((symbol) => !refused.has(symbol) && !subscribed.has(symbol))
      owed.clear()
      return missing.length === 0 ? nothing : { replies: [subscribe(channel('ticker', missing))] }
    },
  }
}

/** The products that are trading now. Throws when the body is not the list, and when nothing trades: to be requested again. */
function readProducts(body: string): readonly string[] {
  const list: unknown = JSON.parse(body)
  if (!Array.isArray(list)) throw new Error('Coinbase did not return its products')
  const trading = list.flatMap((product: unknown) =>
    isFields(product) && typeof product['id'] === 'string' && isTrading(product) ? [product['id']] : [],
  )
  if (trading.length === 0) throw new Error('Nothing is trading on Coinbase now')
  return trading
}

const isTrading = ({ status, trading_disabled: disabled, cancel_only: cancelOnly, auction_mode: auction }: Fields) =>
  status === 'online' && disabled !== true && cancelOnly !== true && auction !== true
