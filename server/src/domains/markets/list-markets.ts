import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { FeedKind, listMarketByType } from '@evenhand/protocol/markets.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Raw } from '../../kernel/http/http.ts'
import type { DayVolume } from './candles/day-volume.ts'
import { findMarkets } from './find-markets.ts'
import type { Listings } from './listings/listings.ts'
import { marketItem } from './market-item.ts'
import type { Quote, QuoteBoard } from './quotes/quote-board.ts'
import type { PriceSource } from './sources/source.ts'

export type ListRequest = z.output<typeof listMarketByType.request>
export type ListMarkets = (request: ListRequest, lang: Lang) => Promise<Raw>
/** What an instrument offers to options: the shortest term, seconds, and whether its prices are the licensed ones. */
export type OptionGround = { floor: number; licensed: boolean }
export type OptionModes = (code: string, kind: FeedKind, ground: OptionGround) => readonly AccountMode[]
export type ContractModes = (kind: FeedKind) => readonly AccountMode[]
export type ListDeps = {
  board: QuoteBoard
  source: PriceSource
  listings: Pick<Listings, 'session' | 'listing'>
  clock: Clock
  volumeOf: DayVolume
  /** The accounts on which options on an instrument can be bought on prices of this kind, while it is open. */
  optionModes?: ((code: string, kind: FeedKind) => readonly AccountMode[]) | undefined
  /** The same of contracts. */
  contractModes?: ContractModes | undefined
}

const compress = promisify(brotliCompress)
const zip = promisify(gzip)
/** Beyond so many different requests in one second each is encoded for itself, so that made-up searches fill no memory. */
const maxKept = 200
/** Below this a compressed response saves nothing. */
const compressFrom = 1400

/**
 * The list of instruments: filtered, searched by code, name or pinyin, sorted, whole or by the page. Each distinct request
 * is encoded and compressed once a second, however many callers send it.
 */
export function createListMarkets(deps: ListDeps): ListMarkets {
  const { board, source, listings, clock, volumeOf, optionModes = () => [], contractModes = () => [] } = deps
  const boot = randomBytes(6).toString('hex')
  let kept = new Map<string, Promise<Raw>>()
  let second = -1

  const encode = async (request: ListRequest, lang: Lang, etag: string): Promise<Raw> => {
    await whenFilled(board)
    const now = clock.now()
    const found = findMarkets(listed(board.quotes(), listings), { request, lang, volumeOf })
    const item = (quote: Quote) => {
      const { code } = quote.instrument
      const session = listings.session(code, now)
      return marketItem(quote, {
        lang,
        session,
        listing: listings.listing(code),
        recording: source.recordingOf(quote.instrument),
        volume: volumeOf(quote),
        options: session.open ? optionModes(code, quote.feedKind) : [],
        contracts: session.open ? contractModes(quote.feedKind) : [],
      })
    }
    const body = Buffer.from(`{"code":200,"result":${JSON.stringify(paged(found, request, item))},"traceId":"shared"}`)
    const raw = { raw: true, contentType: 'application/json; charset=utf-8', etag, body } as const
    if (body.length < compressFrom) return raw
    const params = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    const [br, gzipped] = await Promise.all([compress(body, { params }), zip(body, { level: 4 })])
    return { ...raw, br, gzip: gzipped }
  }

  return (request, lang) => {
    const current = Math.floor(clock.now() / 1000)
    if (current !== second) {
      second = current
      kept = new Map()
    }
    const { lang: _, ...rest } = request
    const key = JSON.stringify([lang, ...Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))])
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = encode(request, lang, `W/"${boot}-${board.version()}-${second}-${hashOf(key)}"`)
    if (kept.size < maxKept) kept.set(key, made)
    return made
  }
}

/**
 * Waits for the instruments of a server that has just begun to listen, at most five seconds: a page that was open requests in
 * that moment, and would show an empty list as the newest.
 */
async function whenFilled(board: QuoteBoard): Promise<void> {
  for (let tries = 0; board.quotes().length === 0 && tries < 100; tries++) await wait(50)
}

/** A delisted instrument is in no list and found by no search. */
const listed = (quotes: readonly Quote[], { listing }: Pick<Listings, 'listing'>): readonly Quote[] =>
  quotes.filter(({ instrument }) => listing(instrument.code)?.state !== 'delisted')

function paged<T>(quotes: readonly Quote[], request: ListRequest, item: (quote: Quote) => T) {
  const size = request.size ?? 20
  if (request.page === undefined) return quotes.slice(0, request.size ?? quotes.length).map(item)
  const rows = quotes.slice((request.page - 1) * size, request.page * size).map(item)
  return { rows, total: quotes.length, page: request.page, size }
}

/** A short key of a request within its second (FNV-1a). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
