import { marketTypes } from '@evenhand/protocol/markets.ts'
import { isList, isObject, isText, readJson, wholeOf, type Json } from '../provider/provider-json.ts'
import type { Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'
import { carries, type VendorPlan } from '../vendor-plan.ts'

/** Its free plan carries fifty symbols and one connection a key. */
const freePlan: VendorPlan = { symbols: 50 }

/**
 * Finnhub's trades of US stocks and ETFs. Speaks finnhub.io/docs/api/websocket-trades (2026): one `subscribe` a symbol,
 * `trade` messages of several trades (p price, s symbol, t epoch ms, v volume), `ping` every minute or two, `error`. It
 * states trades and no bid or ask. The key stands in the address.
 */
export function finnhub(key: string, plan: VendorPlan = freePlan): Dialect {
  return {
    name: 'finnhub',
    label: 'Finnhub',
    url: `wss://ws.finnhub.io?token=${encodeURIComponent(key)}`,
    // All on one connection, for it allows one a key.
    symbolsPerSocket: 1000,
    longestFrame: 512 * 1024,
    maxFramesPerSecond: 1000,
    // Its pings are all that comes while exchanges are closed.
    silentAfterMs: 180_000,
    sendEveryMs: 100,
    symbolOf(instrument) {
      const { code, type, subType } = instrument
      const known = type === marketTypes.stocks || subType === 'etf'
      return known && carries(plan, marketTypes.stocks, instrument) ? code : undefined
    },
    converse: (symbols) => ({
      opening: subscribe(symbols),
      requestAgain: subscribe,
      onMessage: (text) => onMessage(text, key),
    }),
  }
}

const subscribe = (symbols: readonly string[]): readonly string[] =>
  symbols.map((symbol) => JSON.stringify({ type: 'subscribe', symbol }))

function onMessage(text: string, key: string): Received {
  const frame = readJson(text)
  if (!isObject(frame)) return garbage
  if (frame['type'] === 'ping') return nothing
  if (frame['type'] === 'trade') return tradesOf(frame['data'])
  if (frame['type'] === 'error') {
    const words = isText(frame['msg']) ? frame['msg'] : 'error'
    // "Subscribing to too many symbols" leaves those before it; a wrong key is already refused with a status of HTTP.
    return refusal(words, { fatal: /\b(api key|token|unauthori[sz]ed)\b/i.test(words), secrets: [key] })
  }
  return garbage
}

/** The newest trade of each symbol: a message may hold many, and not always in the order in which they were made. */
function tradesOf(data: Json | undefined): Received {
  if (!isList(data)) return garbage
  const newest = new Map<string, ProviderQuote & { at: number }>()
  for (const trade of data) {
    if (!isObject(trade)) return garbage
    const { p: last, s: symbol } = trade
    const at = wholeOf(trade['t'])
    if (!isText(last) || !isText(symbol) || at === undefined) return garbage
    if (at >= (newest.get(symbol)?.at ?? 0)) newest.set(symbol, { symbol, last, at })
  }
  return { quotes: [...newest.values()] }
}
