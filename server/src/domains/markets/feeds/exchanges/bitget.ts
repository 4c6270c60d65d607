import { dayMs } from '@evenhand/protocol/durations.ts'
import { coinSymbol } from '../exchange-codes.ts'
import { isFields, momentOf, readFields, type Fields } from '../plain-frame.ts'
import type { Conversation, Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal, symbolRefusal } from '../refusal.ts'
import { sharesOf } from '../symbol-shares.ts'

/**
 * Bitget, API v2, public WebSocket; rules from bitget.com/api-doc (Common: Websocket API; Spot: Market Channel, Get
 * Symbol Info).
 * - `ticker` states best bid and ask when they or the last price change, every 100 to 300 ms.
 * - Fewer than 50 channels on a connection are recommended, because such connections last. 100 connections are taken from
 *   an address, 240 requests an hour and 10 messages a second from a connection; a request may be 4096 bytes.
 * - A connection that has not sent the text `ping` for two minutes is closed; the response is the text `pong`.
 * - A connection is ended after 24 hours.
 * - A refused argument is repeated in `arg`, and leaves the others subscribed.
 */
export const bitget: Dialect = {
  name: 'bitget',
  label: 'Bitget',
  url: 'wss://ws.bitget.com/v2/ws/public',
  symbolsPerSocket: 45,
  longestFrame: 16_384,
  // 45 symbols, ten times a second, and room.
  maxFramesPerSecond: 1000,
  silentAfterMs: 15_000,
  quotesWithinMs: 300_000,
  endsAfterMs: dayMs,
  sendEveryMs: 200,
  heartbeat: { everyMs: 5000, frame: 'ping' },
  directory: { url: 'https://api.bitget.com/api/v2/spot/public/symbols', read: readSymbols },
  symbolOf: (instrument) => coinSymbol(instrument, 'bitget', ''),
  converse,
}

const symbolsPerRequest = 45
/** The same names are traded as contracts too, at other prices. */
const instType = 'SPOT'
const argument = (instId: string) => ({ instType, channel: 'ticker', instId })

function converse(symbols: readonly string[]): Conversation {
  const refuse = ({ code, msg, arg }: Fields): Received => {
    const named = isFields(arg) ? arg['instId'] : undefined
    const ours = typeof named === 'string' && symbols.includes(named)
    const reason = [code, msg].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
    return ours ? symbolRefusal(reason, named) : refusal(reason, { fatal: false })
  }
  const subscribe = (wanted: readonly string[]): readonly string[] =>
    sharesOf(wanted, symbolsPerRequest).map((share) => JSON.stringify({ op: 'subscribe', args: share.map(argument) }))
  return {
    opening: subscribe(symbols),
    requestAgain: subscribe,
    onMessage(text) {
      if (text === 'pong') return nothing
      const frame = readFields(text)
      if (frame === undefined) return garbage
      if (frame['event'] === 'error') return refuse(frame)
      return typeof frame['event'] === 'string' ? nothing : readTickers(frame)
    },
  }
}

function readTickers({ arg, data }: Fields): Received {
  if (!isFields(arg) || arg['channel'] !== 'ticker' || arg['instType'] !== instType) return garbage
  if (!Array.isArray(data)) return garbage
  const quotes: ProviderQuote[] = []
  for (const row of data as unknown[]) {
    if (!isFields(row)) return garbage
    const { instId: symbol, bidPr: bid, askPr: ask } = row
    const at = momentOf(row['ts'])
    if (typeof symbol !== 'string' || symbol !== arg['instId'] || at === undefined) return garbage
    if (typeof bid !== 'string' || typeof ask !== 'string') return garbage
    quotes.push({ symbol, bid, ask, at })
  }
  return { quotes }
}

/** The pairs that are trading now. Throws when the body is not the list, and when nothing trades: to be requested again. */
function readSymbols(body: string): readonly string[] {
  const { code, data } = readFields(body) ?? {}
  if (code !== '00000' || !Array.isArray(data)) throw new Error('Bitget did not return its symbols')
  const online = data.flatMap((row: unknown) =>
    isFields(row) && row['status'] === 'online' && typeof row['symbol'] === 'string' ? [row['symbol']] : [],
  )
  if (online.length === 0) throw new Error('Nothing is trading on Bitget now')
  return online
}
