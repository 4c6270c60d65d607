import type { Lang } from '@evenhand/protocol/languages.ts'
import { listMarketByType, type MarketItem } from '@evenhand/protocol/markets.ts'
import { putQuotes } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import type { Category } from './categories.ts'

/** What can be requested by category. */
export type MarketCategory = Exclude<Category, 'watch'>

/** Requests the instruments of a category, and gives their prices to the quote store. */
export async function loadItems(category: MarketCategory, lang: Lang, size?: number): Promise<readonly MarketItem[]> {
  const items = await request(category, lang, size)
  return shown(items)
}

/** Requests instruments by their codes; those that are not listed are missing in the response. */
export async function loadCodes(codes: readonly string[], lang: Lang): Promise<readonly MarketItem[]> {
  if (codes.length === 0) return []
  const response = await call(listMarketByType, { lang, codes: [...codes] })
  return shown(Array.isArray(response) ? response : response.rows)
}

/** What has risen most in a day, `perSide` of them, and then what has fallen most. */
export async function loadMovers(lang: Lang, perSide: number): Promise<readonly MarketItem[]> {
  const requested = (['-zdf', 'zdf'] as const).map((sort) =>
    call(listMarketByType, { lang, sort, page: 1, size: perSide }),
  )
  const [risen = [], fallen = []] = (await Promise.all(requested)).map((list) =>
    Array.isArray(list) ? list : list.rows,
  )
  return shown([...risen, ...fallen.toReversed().filter(({ code }) => risen.every((item) => item.code !== code))])
}

function shown(items: readonly MarketItem[]): readonly MarketItem[] {
  putQuotes(items.map(({ code, price, zdf, ts }) => ({ code, price, zdf, ts, seq: 0 })))
  return items
}

async function request(category: MarketCategory, lang: Lang, size?: number): Promise<readonly MarketItem[]> {
  const type = category === 'all' ? {} : { type: Number.parseInt(category, 10) }
  const response = await call(listMarketByType, { lang, ...type, ...(size ? { page: 1, size } : {}) })
  const items = Array.isArray(response) ? response : response.rows
  return category === 'all' ? interleaved(mixed.map((one) => items.filter((item) => String(item.type) === one))) : items
}

/** Coins first: they trade round the clock, so the list begins with something that moves. */
const mixed = ['2', '1', '3', '5', '4'] as const satisfies readonly MarketCategory[]

/** One of each list, then the second of each, and so on: a list of all markets shows all of them at once. */
export const interleaved = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()

/** The first instruments of every market in turn, in the order of the whole list. */
export async function loadMixed(lang: Lang, size: number): Promise<readonly MarketItem[]> {
  const each = Math.ceil(size / mixed.length)
  return interleaved(await Promise.all(mixed.map((type) => loadItems(type, lang, each))))
}
