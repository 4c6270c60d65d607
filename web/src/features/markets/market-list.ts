import type { Lang } from '@evenhand/protocol/languages.ts'
import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { readingAt } from '@evenhand/protocol/reading.ts'
import { useEffect, useRef } from 'react'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import type { MarketCategory } from './load-items.ts'

const freshMs = 60_000

/** Calls and their codecs travel apart from the first paint: the skeleton is on the screen while they arrive. */
const load = async (category: MarketCategory, lang: Lang, size: number | undefined) => {
  const { loadItems, loadMixed } = await import('./load-items.ts')
  return category === 'all' && size !== undefined ? loadMixed(lang, size) : loadItems(category, lang, size)
}

/**
 * Instruments of a category with a first price each; later prices come by the socket. `size` asks for the first ones
 * alone, of all markets in turn. While another category is on its way the one before stays in sight.
 */
export function useMarketList(category: MarketCategory, size?: number) {
  const lang = useLang()
  const { data, problem, again } = useFetched(
    `markets ${category} ${size} ${lang}`,
    () => load(category, lang, size),
    freshMs,
  )
  const before = useRef(data)
  useEffect(() => {
    if (data) before.current = data
  }, [data])
  return { items: data ?? before.current, waiting: data === undefined, problem: data ? undefined : problem, again }
}

const norm = (text: string) => text.toLocaleLowerCase().replaceAll(/[\s/._-]/g, '')

/** Instruments whose code or name contains the words, or whose Chinese name is typed by them; the best matches first. */
export function findItems(items: readonly MarketItem[], words: string): readonly MarketItem[] {
  const wanted = norm(words)
  if (wanted === '') return items
  const ranks = new Map(items.map((item) => [item, rankOf(item, wanted)]))
  const rank = (item: MarketItem) => ranks.get(item) ?? missing
  return items.filter((item) => rank(item) < missing).toSorted((a, b) => rank(a) - rank(b))
}

const missing = 6

/** How well an instrument fits: its code, how its code begins, its name, its pinyin, then anything within them. */
function rankOf({ code, appName, pinyin }: MarketItem, wanted: string): number {
  const [own, name] = [norm(code), norm(appName)]
  if (own === wanted) return 0
  if (own.startsWith(wanted)) return 1
  if (name.startsWith(wanted)) return 2
  const read = pinyin === undefined ? -1 : readingAt(pinyin, wanted)
  if (read === 0) return 3
  if (own.includes(wanted) || name.includes(wanted)) return 4
  return read > 0 ? 5 : missing
}
