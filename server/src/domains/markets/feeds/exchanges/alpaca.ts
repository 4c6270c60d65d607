import { marketTypes } from '@evenhand/protocol/markets.ts'
import { isList, isObject, isText, readJson, type Json, type JsonObject } from '../provider/provider-json.ts'
import type { Conversation, Dialect, Received, ProviderQuote } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'
import { instantOf } from '../utc-instant.ts'
import { carries, type VendorPlan } from '../vendor-plan.ts'

export type AlpacaAccess = {
  readonly keyId: string
  readonly secret: string
  /** `iex` is one exchange and free; `sip` is the consolidated tape of all of them and needs a paid plan. */
  readonly feed?: 'iex' | 'sip'
  readonly plan?: VendorPlan
}

/** Its Basic plan carries thirty symbols and one connection. */
const basicPlan: VendorPlan = { symbols: 30 }

/** Its errors by code that a wait does not mend: a wrong key, too many symbols, a feed or channel not in the plan. */
const fatalCodes = new Set(['402', '405', '409', '410', '413'])

/**
 * Alpaca's quotes of US stocks and ETFs, market data v2. Speaks docs.alpaca.markets (WebSocket Stream, Real-time Stock
 * Data; 2026): every frame is a list; `connected`, then our `auth`, then `authenticated`, then our `subscribe`, then
 * quotes (bp, ap, t as RFC 3339 with nanoseconds). A side without a quote has the price 0. While exchanges are closed
 * nothing comes but pings.
 */
export function alpaca({ keyId, secret, feed = 'iex', plan = basicPlan }: AlpacaAccess): Dialect {
  return {
    name: 'alpaca',
    label: feed === 'sip' ? 'Alpaca (SIP)' : 'Alpaca (IEX)',
    url: `wss://stream.data.alpaca.markets/v2/${feed}`,
    // All on one connection: a second one is refused with 406.
    symbolsPerSocket: 1000,
    longestFrame: 1024 * 1024,
    maxFramesPerSecond: 2000,
    // Of few stocks on one exchange nothing may come for minutes; pings find a dead connection sooner.
    silentAfterMs: 900_000,
    sendEveryMs: 100,
    symbolOf(instrument) {
      const { code, type, subType } = instrument
      const known = type === marketTypes.stocks || subType === 'etf'
      return known && carries(plan, marketTypes.stocks, instrument) ? code : undefined
    },
    converse: (symbols) => converse(symbols, { keyId, secret }),
  }
}

function converse(symbols: readonly string[], { keyId, secret }: { keyId: string; secret: string }): Conversation {
  const secrets = [keyId, secret]
  const subscribe = (quotes: readonly string[]): string => JSON.stringify({ action: 'subscribe', quotes })
  let requested: 'nothing' | 'together' | 'singly' = 'nothing'

  const control = (message: JsonObject): Received | undefined => {
    const words = isText(message['msg']) ? message['msg'] : ''
    if (message['T'] === 'success') {
      if (words === 'connected') return { replies: [JSON.stringify({ action: 'auth', key: keyId, secret })] }
      if (words === 'authenticated') {
        requested = 'together'
        return { replies: [subscribe(symbols)] }
      }
      return nothing
    }
    if (message['T'] === 'subscription') return nothing
    if (message['T'] !== 'error') return undefined
    const code = isText(message['code']) ? message['code'] : ''
    // 403 means that the session is authenticated already.
    if (code === '403') return nothing
    const refused = refusal(`${code} ${words}`, { fatal: fatalCodes.has(code), secrets })
    // One symbol that it cannot read fells the whole request and is not named: each is requested by itself then.
    if (code !== '400' || requested !== 'together') return refused
    requested = 'singly'
    return { ...refused, replies: symbols.map((symbol) => subscribe([symbol])) }
  }

  return {
    opening: [],
    requestAgain(again) {
      if (requested === 'nothing') return []
      return requested === 'singly' ? again.map((symbol) => subscribe([symbol])) : [subscribe(again)]
    },
    onMessage(text) {
      const frame = readJson(text)
      if (!isList(frame) || frame.length === 0) return garbage
      const [first] = frame
      // What is not a quote always comes alone.
      return (isObject(first) ? control(first) : undefined) ?? quotesOf(frame)
    },
  }
}

function quotesOf(messages: readonly Json[]): Received {
  const quotes: ProviderQuote[] = []
  for (const message of messages) {
    if (!isObject(message) || !isText(message['T'])) return garbage
    if (message['T'] !== 'q') continue
    const { S: symbol, bp: bid, ap: ask, t } = message
    const at = instantOf(t)
    if (!isText(symbol) || !isText(bid) || !isText(ask) || at === undefined) return garbage
    quotes.push({ symbol, bid, ask, at })
  }
  return quotes.length === 0 ? nothing : { quotes }
}
