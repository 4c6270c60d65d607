import { isList, isObject, isText, wholeOf, type Json, type JsonObject } from '../provider/provider-json.ts'
import type { ProviderQuote } from '../provider/provider.ts'

/**
 * The quotes in the `data` of dxLink's FEED_DATA: a type followed by one flat list of values, field after field and event
 * after event, or a list of objects. Events of other types are passed over, and so is a quote of which a side has no price
 * ("NaN"). Undefined where it is neither.
 */
export function readFeedData(data: Json | undefined, layout: readonly string[]): ProviderQuote[] | undefined {
  if (!isList(data)) return undefined
  const events = isText(data[0]) ? fromFlat(data, layout) : data.every(isObject) ? data : undefined
  if (events === undefined) return undefined
  const quotes: ProviderQuote[] = []
  for (const event of events) {
    if (event['eventType'] !== 'Quote') continue
    const { eventSymbol: symbol, bidPrice: bid, askPrice: ask } = event
    if (!isText(symbol) || !isText(bid) || !isText(ask)) return undefined
    if (bid !== 'NaN' && ask !== 'NaN') quotes.push({ symbol, bid, ask, at: newestOf(event) })
  }
  return quotes
}

function fromFlat(data: readonly Json[], layout: readonly string[]): JsonObject[] | undefined {
  const events: JsonObject[] = []
  for (let at = 0; at < data.length; at += 2) {
    const [type, values] = [data[at], data[at + 1]]
    if (!isText(type) || !isList(values)) return undefined
    if (type !== 'Quote') continue
    if (layout.length === 0 || values.length % layout.length !== 0) return undefined
    for (let from = 0; from < values.length; from += layout.length) {
      const pairs = layout.map((field, index) => [field, values[from + index]] as const)
      events.push({ eventType: type, ...Object.fromEntries(pairs) })
    }
  }
  return events
}

/** When the younger of its sides changed; it writes 0 where it does not know. */
function newestOf(event: JsonObject): number | undefined {
  const at = Math.max(wholeOf(event['bidTime']) ?? 0, wholeOf(event['askTime']) ?? 0)
  return at === 0 ? undefined : at
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** The quote with its prices' decimal points moved to the left, which rounds nothing. */
export const shiftedLeft = (quote: ProviderQuote, decimals: number): ProviderQuote =>
  decimals === 0 || quote.bid === undefined || quote.ask === undefined
    ? quote
    : { ...quote, bid: shifted(quote.bid, decimals), ask: shifted(quote.ask, decimals) }

function shifted(text: string, decimals: number): string {
  const parts = decimal.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  const digits = whole.padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}${fraction}`
}
