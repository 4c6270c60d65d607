import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { quoteOf } from '../../feed/quote-store.ts'
import { scaledInteger } from '../../lib/format.tsx'

export const sortKeys = ['code', 'name', 'price', 'zdf', 'volume'] as const
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
  const fallsFirst = key !== 'code' && key !== 'name'
  if (sort?.key !== key) return { key, falling: fallsFirst }
  return sort.falling === fallsFirst ? { key, falling: !fallsFirst } : undefined
}

const scale = 12

/** The items in the order requested, by the newest prices the browser has; `tag` is the language names are ordered in. */
export function sortItems(items: readonly MarketItem[], sort: Sort, tag = 'en'): readonly MarketItem[] {
  if (!sort) return items
  const sign = sort.falling ? -1 : 1
  if (sort.key === 'code') return items.toSorted((a, b) => sign * a.code.localeCompare(b.code, 'en'))
  if (sort.key === 'name') {
    const { compare } = new Intl.Collator(tag)
    return items.toSorted((a, b) => sign * compare(a.appName, b.appName))
  }
  const field = sort.key
  const textOf = (item: MarketItem) => (field === 'volume' ? item.volume : (quoteOf(item.code) ?? item)[field])
  const known = items.flatMap((item) => {
    const text = textOf(item)
    return text === undefined ? [] : [{ item, value: scaledInteger(text, scale) }]
  })
  const ordered = known.toSorted((a, b) => sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
  // An unknown value is neither large nor small: it stands at the end of both orders.
  return [...ordered.map(({ item }) => item), ...items.filter((item) => textOf(item) === undefined)]
}
