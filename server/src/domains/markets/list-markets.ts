import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { listMarketByType } from '@evenhand/protocol/markets.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Raw } from '../../kernel/http.ts'
import { nameOf } from './catalogue/instrument.ts'
import type { Listings } from './listings.ts'
import { marketItem } from './market-item.ts'
import type { Quote, QuoteBoard } from './quote-board.ts'
import type { PriceSource } from './source.ts'

export type ListAsk = z.output<typeof listMarketByType.ask>
export type ListMarkets = (ask: ListAsk, lang: Lang) => Promise<Raw>
export type ListDeps = {
  board: QuoteBoard
  source: PriceSource
  listings: Pick<Listings, 'session' | 'listing'>
  clock: Clock
  boot: string
}

const compress = promisify(brotliCompress)
const zip = promisify(gzip)
/** Beyond so many different asks in one second each is encoded for itself, so that made-up searches fill no memory. */
const maxKept = 200
/** Below this a compressed answer saves nothing. */
const compressFrom = 1400

/**
 * The list of instruments: filtered, searched by code or name, sorted, whole or by the page. Each distinct ask is encoded
 * and compressed once a second, however many callers ask it.
 */
export function createListMarkets({ board, source, listings, clock, boot }: ListDeps): ListMarkets {
  let kept = new Map<string, Promise<Raw>>()
  let second = -1

  const encode = async (ask: ListAsk, lang: Lang, etag: string): Promise<Raw> => {
    const now = clock.now()
    const found = sorted(filtered(listed(board.quotes(), listings), ask, lang), ask.sort)
    const item = (quote: Quote) =>
      marketItem(quote, {
        lang,
        session: listings.session(quote.instrument.code, now),
        listing: listings.listing(quote.instrument.code),
        recording: source.recordingOf(quote.instrument),
      })
    const body = Buffer.from(`{"code":200,"result":${JSON.stringify(paged(found, ask, item))},"traceId":"shared"}`)
    const raw = { raw: true, contentType: 'application/json; charset=utf-8', etag, body } as const
    if (body.length < compressFrom) return raw
    const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    const [br, gzipped] = await Promise.all([compress(body, { params }), zip(body, { level: 4 })])
    return { ...raw, br, gzip: gzipped }
  }

  return (ask, lang) => {
    const current = Math.floor(clock.now() / 1000)
    if (current !== second) {
      second = current
      kept = new Map()
    }
    const { lang: _, ...rest } = ask
    const key = JSON.stringify([lang, ...Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))])
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = encode(ask, lang, `W/"${boot}-${board.version()}-${second}-${hashOf(key)}"`)
    if (kept.size < maxKept) kept.set(key, made)
    return made
  }
}

/** A delisted instrument is in no list and found by no search. */
const listed = (quotes: readonly Quote[], { listing }: Pick<Listings, 'listing'>): readonly Quote[] =>
  quotes.filter(({ instrument }) => listing(instrument.code)?.state !== 'delisted')

function filtered(quotes: readonly Quote[], ask: ListAsk, lang: Lang): Quote[] {
  const text = ask.q?.trim().toLocaleLowerCase('en') ?? ''
  const matches = ({ instrument }: Quote): boolean =>
    text === '' ||
    instrument.code.toLocaleLowerCase('en').includes(text) ||
    instrument.name.toLocaleLowerCase('en').includes(text) ||
    nameOf(instrument, lang).toLocaleLowerCase('en').includes(text)
  return quotes.filter(
    (quote) =>
      (ask.type === undefined || quote.instrument.type === ask.type) &&
      (ask.subType === undefined || quote.instrument.subType === ask.subType) &&
      matches(quote),
  )
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Compares decimal texts by value: prices of different precisions are brought to one scale. */
const byDecimal = (a: string, b: string): number => {
  const scale = Math.max(decimals(a), decimals(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)
const scaled = (text: string, scale: number): bigint =>
  BigInt(text.replace('.', '') + '0'.repeat(scale - decimals(text)))

const orders = {
  code: (a: Quote, b: Quote) => byText(a.instrument.code, b.instrument.code),
  price: (a: Quote, b: Quote) => byDecimal(a.priceText, b.priceText),
  zdf: (a: Quote, b: Quote) => byDecimal(a.change, b.change),
}

/** Unsorted lists keep the catalogue's order: the largest of each market first. */
function sorted(quotes: Quote[], sort: ListAsk['sort']): Quote[] {
  if (sort === undefined) return quotes
  const order = orders[sort.replace('-', '') as keyof typeof orders]
  return quotes.toSorted(sort.startsWith('-') ? (a, b) => order(b, a) : order)
}

function paged<T>(quotes: readonly Quote[], ask: ListAsk, item: (quote: Quote) => T) {
  const size = ask.size ?? 20
  if (ask.page === undefined) return quotes.slice(0, ask.size ?? quotes.length).map(item)
  const rows = quotes.slice((ask.page - 1) * size, ask.page * size).map(item)
  return { rows, total: quotes.length, page: ask.page, size }
}

/** A short name of an ask within its second (FNV-1a). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
