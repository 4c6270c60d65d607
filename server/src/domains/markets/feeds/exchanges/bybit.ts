import { coinSymbol } from '../exchange-codes.ts'
import { requestInShares } from '../request-shares.ts'
import { isFields, momentOf, readFields, type Fields } from '../plain-frame.ts'
import type { Conversation, Dialect, Received } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'

/**
 * Bybit, API v5, public spot stream; rules from bybit-exchange.github.io/docs/v5 (WebSocket Stream: Connect, Public:
 * Orderbook and Ticker; Market: Get Instruments Info; Rate Limit Rules).
 * - `orderbook.1` and not `tickers`: the ticker of spot states no bid and no ask. Each frame is the whole of it, at most
 *   one in 10 ms, and is sent again after 3 s without a change, so that a quiet coin does not grow old.
 * - What is sent again keeps its running number, which therefore shows nothing about order; `ts` does.
 * - A request takes 10 topics, and one that is unknown refuses all ten. 500 connections are taken in 5 minutes.
 * - A ping every 20 s is recommended.
 */
export const bybit: Dialect = {
  name: 'bybit',
  label: 'Bybit',
  url: 'wss://stream.bybit.com/v5/public/spot',
  symbolsPerSocket: 150,
  longestFrame: 16_384,
  // Thirty changes a second of every book; 10 ms would allow a hundred, but not of 150 books at once.
  maxFramesPerSecond: 4500,
  silentAfterMs: 15_000,
  quotesWithinMs: 300_000,
  // How many requests a session may send is not documented, only that there may be too many.
  sendEveryMs: 200,
  heartbeat: { everyMs: 20_000, frame: '{"op":"ping"}' },
  directory: { url: 'https://api.bybit.com/v5/market/instruments-info?category=spot', read: readInstruments },
  symbolOf: (instrument) => coinSymbol(instrument, 'bybit', ''),
  converse,
}

const topicsPerRequest = 10
const topicOf = (symbol: string): string => `orderbook.1.${symbol}`

function converse(symbols: readonly string[]): Conversation {
  const requested = requestInShares({
    symbols,
    max: topicsPerRequest,
    emit: (share, id) => JSON.stringify({ req_id: `${id}`, op: 'subscribe', args: share.map(topicOf) }),
  })
  const readResponse = ({ op, success, ret_msg: text, req_id: id }: Fields): Received => {
    if (typeof op !== 'string') return garbage
    if (success !== false) return nothing
    const words = typeof text === 'string' ? text : ''
    if (op !== 'subscribe') return refusal(words, { fatal: false })
    const { replies = [], ...notified } = requested.refuse(id, words)
    // What stands already is nothing to complain of; the others of its request are refused with it all the same.
    return words.includes('already subscribed') ? { replies } : { replies, ...notified }
  }
  return {
    opening: requested.opening,
    requestAgain: requested.requestAgain,
    onMessage(text) {
      const frame = readFields(text)
      if (frame === undefined) return garbage
      return frame['topic'] === undefined ? readResponse(frame) : readBook(frame)
    },
  }
}

function readBook({ topic, type, ts, data }: Fields): Received {
  if (!isFields(data) || type !== 'snapshot') return garbage
  const { s: symbol, b: bids, a: requests } = data
  const at = momentOf(ts)
  if (typeof symbol !== 'string' || topic !== topicOf(symbol) || at === undefined) return garbage
  const bid = bestOf(bids)
  const ask = bestOf(requests)
  if (bid === undefined || ask === undefined) return garbage
  return bid === null || ask === null ? nothing : { quotes: [{ symbol, bid, ask, at }] }
}

/** The price of a side's first level; null where there is no offer, undefined when it is no side of a book. */
function bestOf(side: unknown): string | null | undefined {
  if (!Array.isArray(side)) return undefined
  if (side.length === 0) return null
  const level: unknown = side[0]
  const price: unknown = Array.isArray(level) ? level[0] : undefined
  return typeof price === 'string' ? price : undefined
}

/** The pairs that are trading now. Throws when the body is not the list, and when nothing trades: to be requested again. */
function readInstruments(body: string): readonly string[] {
  const { result } = readFields(body) ?? {}
  const list = isFields(result) ? result['list'] : undefined
  if (!Array.isArray(list)) throw new Error('Bybit did not return its instruments')
  const trading = list.flatMap((row: unknown) =>
    isFields(row) && row['status'] === 'Trading' && typeof row['symbol'] === 'string' ? [row['symbol']] : [],
  )
  if (trading.length === 0) throw new Error('Nothing is trading on Bybit now')
  return trading
}
