import { coinSymbol } from '../exchange-codes.ts'
import { requestInShares } from '../request-shares.ts'
import { isFields, momentOf, readFields, type Fields } from '../plain-frame.ts'
import type { Conversation, Dialect, Received } from '../provider/provider.ts'
import { garbage, nothing } from '../refusal.ts'

/**
 * Gate, API v4, spot WebSocket; rules from gate.com/docs/developers/apiv4 (ws: API Overview, Application ping pong,
 * Tickers Channel; REST: List all currency pairs supported).
 * - `spot.tickers` and not `spot.book_ticker`: best bid and ask at most once a second for each pair, which is as often as
 *   the index requests it; the other reports every change of the book.
 * - A request carries the second it was sent in, at most 60 from the server's.
 * - Pings of the protocol keep a connection; its own are optional, and carry a second too.
 * - How many pairs fit a request or a connection is not documented. Pairs requested earlier stay.
 */
export const gate: Dialect = {
  name: 'gate',
  label: 'Gate',
  url: 'wss://api.gateio.ws/ws/v4/',
  symbolsPerSocket: 250,
  longestFrame: 16_384,
  // 250 pairs once a second, twice where seconds meet, and room.
  maxFramesPerSecond: 1000,
  // A connection of few quiet pairs may be silent; a dead one leaves a ping without a pong long before.
  silentAfterMs: 60_000,
  quotesWithinMs: 300_000,
  sendEveryMs: 200,
  directory: { url: 'https://api.gateio.ws/api/v4/spot/currency_pairs', read: readPairs },
  symbolOf: (instrument) => coinSymbol(instrument, 'gate', '_'),
  converse,
}

const pairsPerRequest = 100
const channel = 'spot.tickers'
const secondOf = (ms: number): number => Math.floor(ms / 1000)

function converse(symbols: readonly string[], now = 0): Conversation {
  // Its own clock counts as soon as it has sent its time.
  let second = secondOf(now)
  const requested = requestInShares({
    symbols,
    max: pairsPerRequest,
    emit: (payload, id) => JSON.stringify({ time: second, id, channel, event: 'subscribe', payload }),
  })
  const refuse = ({ message }: Fields, { id }: Fields): Received =>
    requested.refuse(id, typeof message === 'string' ? message : '')
  return {
    opening: requested.opening,
    requestAgain: requested.requestAgain,
    onMessage(text) {
      const frame = readFields(text)
      if (frame === undefined) return garbage
      // A pair is requested again minutes after the connection began, with the time of then.
      second = momentOf(frame['time']) ?? second
      // An error of the server itself names no channel.
      if (isFields(frame['error'])) return refuse(frame['error'], frame)
      if (typeof frame['channel'] !== 'string') return garbage
      return frame['channel'] === channel && frame['event'] === 'update' ? readTicker(frame) : nothing
    },
  }
}

function readTicker({ time, time_ms: ms, result }: Fields): Received {
  if (!isFields(result)) return garbage
  const { currency_pair: symbol, highest_bid: bid, lowest_ask: ask } = result
  const at = momentOf(ms) ?? startOf(momentOf(time))
  if (typeof symbol !== 'string' || typeof bid !== 'string' || typeof ask !== 'string') return garbage
  return at === undefined ? garbage : { quotes: [{ symbol, bid, ask, at }] }
}

const startOf = (second: number | undefined): number | undefined => (second === undefined ? undefined : second * 1000)

/** The pairs that can be bought and sold now. Throws when the body is not the list, and when there are none. */
function readPairs(body: string): readonly string[] {
  const list: unknown = JSON.parse(body)
  if (!Array.isArray(list)) throw new Error('Gate did not return its pairs')
  const trading = list.flatMap((pair: unknown) =>
    isFields(pair) && pair['trade_status'] === 'tradable' && typeof pair['id'] === 'string' ? [pair['id']] : [],
  )
  if (trading.length === 0) throw new Error('Nothing is trading on Gate now')
  return trading
}
