import type { Lang } from '@evenhand/protocol/languages.ts'
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
 * Instruments of a category with a first price each; later prices come by the socket. `size` requests the first ones
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
