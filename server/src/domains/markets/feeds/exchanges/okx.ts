import { coinSymbol } from '../exchange-codes.ts'
import { isFields, readFields, type Fields } from '../plain-frame.ts'
import { wholeOf } from '../provider/provider-json.ts'
import type { Conversation, Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal, symbolRefusal } from '../refusal.ts'
import { sharesOf } from '../symbol-shares.ts'

/**
 * OKX, API v5, public WebSocket; rules from okx.com/docs-v5 (Overview → WebSocket, Public Data → Tickers channel).
 * - `tickers` and not `bbo-tbt`: it is pushed when a trade, the bid or the ask changes, but at most once in 100 ms, while
 *   `bbo-tbt` comes every 10 ms and would cost ten times as much for an index of one tick a second.
 * - Each IP may open 3 connections a second and each connection send 480 requests an hour; the arguments of one request
 *   may be 64 KB. A share of 100 symbols is under 6 KB.
 * - A connection without data for 30 s is closed; the reply to the text `ping` is the text `pong`.
 * - A refused argument (code 60018) names itself and leaves the others subscribed.
 */
export const okx: Dialect = {
  name: 'okx',
  label: 'OKX',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  // Two connections for the whole catalogue, because they are opened at once and the third second would be refused.
  symbolsPerSocket: 250,
  longestFrame: 16_384,
  // 250 symbols, ten times a second, and their acknowledgements on top.
  maxFramesPerSecond: 4000,
  silentAfterMs: 15_000,
  quotesWithinMs: 300_000,
  sendEveryMs: 350,
  heartbeat: { everyMs: 5000, frame: 'ping' },
  directory: { url: 'https://www.okx.com/api/v5/public/instruments?instType=SPOT', read: readInstruments },
  symbolOf: (instrument) => coinSymbol(instrument, 'okx', '-'),
  converse,
}

const symbolsPerRequest = 100

function converse(symbols: readonly string[]): Conversation {
  const refuse = (text: string): Received => {
    const named = /instId:([A-Z0-9-]{1,40})/.exec(text)?.[1]
    const ours = named !== undefined && symbols.includes(named)
    return ours ? symbolRefusal(text, named) : refusal(text, { fatal: false })
  }
  const subscribe = (wanted: readonly string[]): readonly string[] =>
    sharesOf(wanted, symbolsPerRequest).map((share) =>
      JSON.stringify({ op: 'subscribe', args: share.map((instId) => ({ channel: 'tickers', instId })) }),
    )
  return {
    opening: subscribe(symbols),
    requestAgain: subscribe,
    onMessage(text) {
      if (text === 'pong') return nothing
      const frame = readFields(text)
      if (frame === undefined) return garbage
      const { event, code, msg } = frame
      if (event === 'error') return refuse(`${textOr(code)} ${textOr(msg)}`)
      if (typeof event === 'string') return nothing
      return readData(frame)
    },
  }
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

function readData({ arg, data }: Fields): Received {
  if (!isFields(arg) || typeof arg['channel'] !== 'string' || !Array.isArray(data)) return garbage
  if (arg['channel'] !== 'tickers') return nothing
  const quotes: ProviderQuote[] = []
  for (const row of data as unknown[]) {
    if (!isFields(row) || row['instId'] !== arg['instId']) return garbage
    const quote = quoteOf(row)
    if (quote === undefined) return garbage
    quotes.push(quote)
  }
  return { quotes }
}

/** A side of the book without offers is empty text. */
function quoteOf({ instId, bidPx, askPx, ts }: Fields): ProviderQuote | undefined {
  const at = wholeOf(typeof ts === 'string' ? ts : undefined)
  if (typeof instId !== 'string' || typeof bidPx !== 'string' || typeof askPx !== 'string') return undefined
  return at === undefined ? undefined : { symbol: instId, bid: bidPx, ask: askPx, at }
}

/** The spot pairs that are trading now. Throws when the body is not the list, and when nothing trades: to be requested again. */
function readInstruments(body: string): readonly string[] {
  const { code, data } = readFields(body) ?? {}
  if (code !== '0' || !Array.isArray(data)) throw new Error('OKX did not return its instruments')
  const live = data.flatMap((row: unknown) =>
    isFields(row) && row['state'] === 'live' && typeof row['instId'] === 'string' ? [row['instId']] : [],
  )
  if (live.length === 0) throw new Error('Nothing is trading on OKX now')
  return live
}
