import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { quoteOf } from '../../feed/quote-store.ts'
import { scaledInteger } from '../../lib/format.tsx'

export const sortKeys = ['code', 'price', 'zdf'] as const
export type SortKey = (typeof sortKeys)[number]
/** `-zdf` is falling, `zdf` rising; absent is the catalogue's own order. */
export type Sort = { readonly key: SortKey; readonly falling: boolean } | undefined

export function sortOf(text: string | undefined): Sort {
  const falling = text?.startsWith('-') ?? false
  const key = sortKeys.find((one) => one === (falling ? text?.slice(1) : text))
  return key ? { key, falling } : undefined
}
export const sortText = (sort: Sort): string | undefined => (sort ? `${sort.falling ? '-' : ''}${sort.key}` : undefined)

/** A press on a column: numbers start with the largest, names with the first; then the other way; then no order. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  const fallsFirst = key !== 'code'
  if (sort?.key !== key) return { key, falling: fallsFirst }
  return sort.falling === fallsFirst ? { key, falling: !fallsFirst } : undefined
}

const scale = 12

/** The items in the order asked for, by the newest prices the browser has. */
export function sortItems(items: readonly MarketItem[], sort: Sort): readonly MarketItem[] {
  if (!sort) return items
  const sign = sort.falling ? -1 : 1
  if (sort.key === 'code') return items.toSorted((a, b) => sign * a.code.localeCompare(b.code, 'en'))
  const field = sort.key
  const values = new Map(items.map((item) => [item, scaledInteger((quoteOf(item.code) ?? item)[field], scale)]))
  const valueOf = (item: MarketItem) => values.get(item) ?? 0n
  return items.toSorted((a, b) => sign * (valueOf(a) < valueOf(b) ? -1 : valueOf(a) > valueOf(b) ? 1 : 0))
}
