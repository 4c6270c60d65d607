import { marketTypes } from '@evenhand/protocol/markets.ts'
import { isList, isObject, isText, readJson, wholeOf, type Json, type JsonObject } from '../provider/provider-json.ts'
import type { Conversation, Dialect, Received } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'

/** The forex pairs and metals of its list of active symbols; what it takes off that list is not subscribed. */
const quoted = new Set(
  (
    'AUDCAD AUDCHF AUDJPY AUDNZD AUDUSD EURAUD EURCAD EURCHF EURGBP EURJPY EURNZD EURUSD GBPAUD GBPCAD GBPCHF GBPJPY ' +
    'GBPNZD GBPUSD NZDJPY NZDUSD USDCAD USDCHF USDJPY USDMXN USDNOK USDPLN USDSEK XAUUSD XAGUSD XPTUSD XPDUSD'
  ).split(' '),
)

const listEveryPongs = 4
const requestList = JSON.stringify({ active_symbols: 'brief' })

/**
 * Deriv's public market data: ticks of forex and metals, no key. Speaks the API of developers.deriv.com (pages Ticks
 * Stream, Active Symbols, Ping, Error Handling, Limits; September 2026): a tick has `symbol`, `epoch` in seconds and
 * `quote`, mostly `bid` and `ask`; other calls than proposals share 220 a minute, and `ping` stands outside that budget.
 */
export const deriv: Dialect = {
  name: 'deriv',
  label: 'Deriv',
  url: 'wss://api.derivws.com/trading/v1/options/ws/public',
  symbolsPerSocket: 100,
  // The list of active symbols is by far its longest response, some 300 bytes a symbol.
  longestFrame: 256 * 1024,
  maxFramesPerSecond: 400,
  silentAfterMs: 35_000,
  sendEveryMs: 300,
  // It closes a session after two minutes without a message; its response also shows that it reads.
  heartbeat: { everyMs: 15_000, frame: JSON.stringify({ ping: 1 }) },
  symbolOf({ code, type, subType, base, quote }) {
    if (type !== marketTypes.forex && subType !== 'metal') return undefined
    return quoted.has(code) ? `frx${base}${quote}` : undefined
  },
  converse,
}

/**
 * Requests what is open, subscribes to that, and requests again about once a minute: a market that is closed refuses the
 * subscription, so those that open later are subscribed when the list shows them open.
 */
function converse(symbols: readonly string[]): Conversation {
  const wanted = new Set(symbols)
  const subscribed = new Set<string>()
  let pongs = 0

  const listed = (list: readonly Json[]): Received => {
    const replies: string[] = []
    for (const entry of list) {
      const symbol = isObject(entry) ? (entry['underlying_symbol'] ?? entry['symbol']) : undefined
      if (!isObject(entry) || !isText(symbol) || !wanted.has(symbol)) continue
      // Flags are 0 and 1, read as the text they are.
      const open = entry['exchange_is_open'] !== '0' && entry['is_trading_suspended'] !== '1'
      if (!open) subscribed.delete(symbol)
      else if (!subscribed.has(symbol)) {
        subscribed.add(symbol)
        replies.push(JSON.stringify({ ticks: symbol, subscribe: 1, req_id: symbols.indexOf(symbol) + 1 }))
      }
    }
    return replies.length === 0 ? nothing : { replies }
  }

  const refused = (error: JsonObject, frame: JsonObject): Received => {
    const code = textOr(error['code'], 'Error')
    const symbol = symbols[(wholeOf(frame['req_id']) ?? 0) - 1]
    if (code === 'AlreadySubscribed') return nothing
    const words = `${code}: ${textOr(error['message'], '')} ${symbol ?? ''}`
    if (symbol !== undefined && code === 'InvalidSymbol') {
      wanted.delete(symbol)
      return refusal(words, { fatal: false, unknown: [symbol] })
    }
    if (symbol !== undefined) subscribed.delete(symbol)
    // A closed market is no refusal of us: the next list reports when it opens.
    return code === 'MarketIsClosed' ? nothing : refusal(words, { fatal: false })
  }

  return {
    opening: [requestList],
    requestAgain(again) {
      for (const symbol of again) subscribed.delete(symbol)
      return [requestList]
    },
    onMessage(text) {
      const frame = readJson(text)
      if (!isObject(frame) || !isText(frame['msg_type'])) return garbage
      if (isObject(frame['error'])) return refused(frame['error'], frame)
      const list = frame['active_symbols']
      if (isList(list)) return listed(list)
      if (frame['msg_type'] === 'ping')
        return (pongs += 1) % listEveryPongs === 0 ? { replies: [requestList] } : nothing
      if (frame['msg_type'] === 'tick') return tickOf(frame['tick'])
      return nothing
    },
  }
}

function tickOf(tick: Json | undefined): Received {
  if (!isObject(tick)) return garbage
  const { quote, bid, ask } = tick
  const symbol = tick['symbol'] ?? tick['underlying_symbol']
  const epoch = wholeOf(tick['epoch'])
  if (!isText(symbol) || !isText(quote) || epoch === undefined) return garbage
  const sides = isText(bid) && isText(ask) ? { bid, ask } : {}
  return { quotes: [{ symbol, last: quote, ...sides, at: epoch * 1000 }] }
}

const textOr = (value: Json | undefined, other: string): string => (isText(value) ? value : other)
