import { marketTypes } from '@evenhand/protocol/markets.ts'
import { readFeedData, shiftedLeft } from './dxlink-data.ts'
import { isList, isObject, isText, readJson, wholeOf, type JsonObject } from '../provider/provider-json.ts'
import type { Conversation, Dialect, Received } from '../provider/provider.ts'
import { garbage, nothing, refusal } from '../refusal.ts'

export type DxfeedAccess = {
  /** The address of the dxLink endpoint of the contract; wss://demo.dxfeed.com/dxlink-ws is public, for trying. */
  readonly url: string
  /** Empty where the endpoint needs none. */
  readonly token: string
}

/** Our venues as the market identifier codes that end its symbols. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['CME', 'XCME'],
  ['CBOT', 'XCBT'],
  ['NYMEX', 'XNYM'],
  ['COMEX', 'XCEC'],
  ['CFE', 'XCBF'],
  ['EUREX', 'XEUR'],
  ['ICE', 'IFUS'],
])
/** Grains are quoted in cents a bushel, and listed here in dollars: the point stands two digits to the left. */
const inCents = new Set(['ZC', 'ZW'])

const version = '0.1-evenhand/1.0'
const channel = 1
const maxChannels = 3
const fields = ['eventType', 'eventSymbol', 'bidPrice', 'askPrice', 'bidTime', 'askTime']

/**
 * dxFeed's quotes of futures over dxLink. Speaks the AsyncAPI document dxlink-specification/asyncapi.yml of github.com/
 * dxFeed/dxLink (1.0.2) and the symbols of kb.dxfeed.com (Symbology guide, U.S. and European formats): a continuous
 * product is the root and the exchange, /ES:XCME; a month of it has to be named by the configuration. Setup and token, then a channel of the service FEED, then its fields,
 * then symbols; events come as flat lists of those fields (COMPACT) or as objects (FULL).
 */
export function dxfeed({ url, token }: DxfeedAccess): Dialect {
  return {
    name: 'dxfeed',
    label: 'dxFeed',
    url,
    symbolsPerSocket: 500,
    longestFrame: 512 * 1024,
    maxFramesPerSecond: 500,
    silentAfterMs: 65_000,
    sendEveryMs: 20,
    heartbeat: { everyMs: 20_000, frame: JSON.stringify({ type: 'KEEPALIVE', channel: 0 }) },
    symbolOf({ type, base, venue }) {
      const namespace = type === marketTypes.futures ? namespaces.get(venue) : undefined
      return namespace === undefined ? undefined : `/${base}:${namespace}`
    },
    converse: (symbols) => converse(symbols, token),
  }
}

function converse(symbols: readonly string[], token: string): Conversation {
  let layout: readonly string[] = fields
  let refusals = 0
  let channels = 0
  let isOpen = false
  const inDollars = (symbol: string): number => (inCents.has(rootOf(symbol)) ? 2 : 0)

  const nextChannel = (): Received => {
    channels += 1
    isOpen = false
    // It may close a channel when it likes; one that it does not let stand is no use.
    return channels > maxChannels ? refusal('keeps closing the channel', { fatal: true }) : { replies: [openChannel] }
  }

  const byType: Readonly<Record<string, (frame: JsonObject) => Received>> = {
    SETUP: () => nothing,
    KEEPALIVE: () => nothing,
    AUTH_STATE({ state }) {
      // It sends this again when a token comes that it did not need.
      if (state === 'AUTHORIZED') return channels === 0 ? nextChannel() : nothing
      // The first frame accepts the connection, before the token was read.
      refusals += 1
      const fatal = token === '' || refusals > 1
      return fatal ? refusal('the token is not accepted', { fatal }) : nothing
    },
    CHANNEL_OPENED(frame) {
      isOpen ||= isOurs(frame)
      return isOurs(frame) ? { replies: [setUpFeed, subscribe(symbols)] } : garbage
    },
    CHANNEL_CLOSED: (frame) => (isOurs(frame) ? nextChannel() : garbage),
    FEED_CONFIG({ eventFields }) {
      const announcedFields = isObject(eventFields) ? eventFields['Quote'] : undefined
      if (isList(announcedFields)) layout = announcedFields.map((field) => (isText(field) ? field : ''))
      return nothing
    },
    FEED_DATA(frame) {
      const quotes = isOurs(frame) ? readFeedData(frame['data'], layout) : undefined
      if (quotes === undefined) return garbage
      // A channel that brought prices did stand: its end is the first again, however long the connection lasts.
      if (quotes.length > 0) channels = 1
      return { quotes: quotes.map((quote) => shiftedLeft(quote, inDollars(quote.symbol))) }
    },
    ERROR({ error, message }) {
      const words = `${isText(error) ? error : 'ERROR'}: ${isText(message) ? message : ''}`
      const fatal = error === 'UNAUTHORIZED' || error === 'UNSUPPORTED_PROTOCOL'
      return refusal(words, { fatal, secrets: [token] })
    },
  }

  return {
    opening: token === '' ? [setUp] : [setUp, JSON.stringify({ type: 'AUTH', channel: 0, token })],
    requestAgain: (again) => (isOpen ? [subscribe(again)] : []),
    onMessage(text) {
      const frame = readJson(text)
      if (!isObject(frame) || !isText(frame['type'])) return garbage
      return Object.hasOwn(byType, frame['type']) ? (byType[frame['type']]?.(frame) ?? garbage) : garbage
    },
  }
}

const setUp = JSON.stringify({ type: 'SETUP', channel: 0, version, keepaliveTimeout: 60, acceptKeepaliveTimeout: 60 })
/** TICKER: the newest quote of each symbol, those in between left out. */
const openChannel = JSON.stringify({
  type: 'CHANNEL_REQUEST',
  channel,
  service: 'FEED',
  parameters: { contract: 'TICKER' },
})
const setUpFeed = JSON.stringify({
  type: 'FEED_SETUP',
  channel,
  acceptAggregationPeriod: 0.5,
  acceptDataFormat: 'COMPACT',
  acceptEventFields: { Quote: fields },
})
const subscribe = (symbols: readonly string[]): string =>
  JSON.stringify({ type: 'FEED_SUBSCRIPTION', channel, add: symbols.map((symbol) => ({ type: 'Quote', symbol })) })

const isOurs = (frame: JsonObject): boolean => wholeOf(frame['channel']) === channel

/** /ZC:XCBT and /ZCZ26:XCBT → ZC. */
const rootOf = (symbol: string): string => /^\/([A-Z0-9]+?)(?:[FGHJKMNQUVXZ]\d{2})?:/.exec(symbol)?.[1] ?? ''
