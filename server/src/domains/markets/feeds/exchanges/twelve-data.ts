import { marketTypes } from '@evenhand/protocol/markets.ts'
import { isList, isObject, isText, readJson, wholeOf, type JsonObject } from '../provider/provider-json.ts'
import type { Dialect, Received } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'
import { carries, type VendorPlan } from '../vendor-plan.ts'

/** The metals it lists as pairs of a metal and a currency. */
const metals = new Set(['XAU', 'XAG', 'XPT', 'XPD'])
/** Its free plan: one connection and eight symbols. */
const freePlan: VendorPlan = { symbols: 8 }
const inAnyPlan = 1000

/**
 * Twelve Data's real-time price stream for forex and metals. Speaks twelvedata.com/docs (WebSocket: Getting started,
 * Real-time price; September 2026): one `subscribe` of symbols joined by commas, `heartbeat` every 10 s, `price` events
 * with a time in seconds and, for some symbols, `bid` and `ask`. The key stands in the address. At most 100 frames from us.
 */
export function twelveData(key: string, plan: VendorPlan = freePlan): Dialect {
  return {
    name: 'twelvedata',
    label: 'Twelve Data',
    url: `wss://ws.twelvedata.com/v1/quotes/price?apikey=${encodeURIComponent(key)}`,
    // All on one connection: it closes the older ones when there are more than three, and a free plan has one.
    symbolsPerSocket: inAnyPlan,
    longestFrame: 256 * 1024,
    maxFramesPerSecond: 500,
    silentAfterMs: 35_000,
    sendEveryMs: 700,
    heartbeat: { everyMs: 10_000, frame: JSON.stringify({ action: 'heartbeat' }) },
    symbolOf(instrument) {
      const { type, subType, base, quote } = instrument
      const known = type === marketTypes.forex || (subType === 'metal' && metals.has(base))
      return known && carries(plan, marketTypes.forex, instrument) ? `${base}/${quote}` : undefined
    },
    converse: (symbols) => ({
      opening: [requestOf(symbols)],
      requestAgain: (again) => [requestOf(again)],
      onMessage: (text) => onMessage(text, key),
    }),
  }
}

const requestOf = (symbols: readonly string[]): string =>
  JSON.stringify({ action: 'subscribe', params: { symbols: symbols.join(',') } })

function onMessage(text: string, key: string): Received {
  const frame = readJson(text)
  if (!isObject(frame)) return garbage
  const { event, status } = frame
  if (event === 'price') return priceOf(frame)
  if (event === 'subscribe-status') return subscribed(frame, key)
  if (status === 'error') {
    const code = isText(frame['code']) ? frame['code'] : ''
    const why = isText(frame['message']) ? frame['message'] : 'error'
    // 401 and 403 are about the key and the plan; 429 passes.
    return refusal(`${code} ${why}`, { fatal: code === '401' || code === '403', secrets: [key] })
  }
  return isText(event) ? nothing : garbage
}

function priceOf(frame: JsonObject): Received {
  const { symbol, price, bid, ask } = frame
  const seconds = wholeOf(frame['timestamp'])
  if (!isText(symbol) || !isText(price) || seconds === undefined) return garbage
  const sides = isText(bid) && isText(ask) ? { bid, ask } : {}
  return { quotes: [{ symbol, last: price, ...sides, at: seconds * 1000 }] }
}

/**
 * What it does not carry is named in `fails`, and the rest of the subscription stands; `messages` explain why, or what else
 * an operator should know.
 */
function subscribed({ status, fails, messages }: JsonObject, key: string): Received {
  const named = (isList(fails) ? fails : []).flatMap((fail) =>
    isObject(fail) && isText(fail['symbol']) ? [fail['symbol']] : [],
  )
  const reasons = (isList(messages) ? messages : []).filter(isText)
  const words = named.length > 0 ? [`does not carry ${named.join(', ')}`, ...reasons] : reasons
  if (words.length === 0 && status === 'error') words.push('refused the subscription')
  return words.length === 0 ? nothing : refusal(words.join('; '), { fatal: false, unknown: named, secrets: [key] })
}
