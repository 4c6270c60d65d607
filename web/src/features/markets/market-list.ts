import type { Lang } from '@evenhand/protocol/languages.ts'
import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useEffect, useRef } from 'react'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'

/** The five categories by the wire's type, in the order of the tabs; `all` is none of them. */
export const categories = ['all', '1', '2', '3', '4', '5'] as const
export type Category = (typeof categories)[number]
export const categoryOf = (text: string | undefined): Category =>
  categories.find((category) => category === text) ?? 'all'

const freshMs = 60_000

/** Calls and their codecs travel apart from the first paint: the skeleton is on the screen while they arrive. */
const loadItems = async (category: Category, lang: Lang, size: number | undefined) =>
  (await import('./load-items.ts')).loadItems(category, lang, size)

/**
 * Instruments of a category with a first price each; later prices come by the socket. `size` asks for the first ones
 * alone. While another category is on its way the one before stays in sight.
 */
export function useMarketList(category: Category, size?: number) {
  const lang = useLang()
  const { data, problem, again } = useFetched(
    `markets ${category} ${size} ${lang}`,
    () => loadItems(category, lang, size),
    freshMs,
  )
  const before = useRef(data)
  useEffect(() => {
    if (data) before.current = data
  }, [data])
  return { items: data ?? before.current, waiting: data === undefined, problem: data ? undefined : problem, again }
}

const norm = (text: string) => text.toLocaleLowerCase().replaceAll(/[\s/._-]/g, '')

/** Instruments whose code or name contains the words, the best matches first. */
export function findItems(items: readonly MarketItem[], words: string): readonly MarketItem[] {
  const wanted = norm(words)
  if (wanted === '') return items
  const rank = (item: MarketItem) => {
    const code = norm(item.code)
    if (code === wanted) return 0
    if (code.startsWith(wanted)) return 1
    return norm(item.appName).startsWith(wanted) ? 2 : 3
  }
  return items
    .filter((item) => norm(item.code).includes(wanted) || norm(item.appName).includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b))
}
