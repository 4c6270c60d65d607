import type { Lang } from '@evenhand/protocol/languages.ts'
import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useEffect, useRef, useState } from 'react'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 60_000
const load = async (codes: readonly string[], lang: Lang) => (await import('./load-items.ts')).loadCodes(codes, lang)

export type WatchedItems = {
  /** The listed ones in the order of the codes. */
  readonly items: readonly MarketItem[]
  /** Codes that are not listed any more. */
  readonly gone: readonly string[]
  readonly waiting: boolean
  readonly problem: unknown
  readonly again: () => void
}

/** The instruments of these codes, in their order. What was known a moment ago stays in sight while the rest is on its way. */
export function useWatchedItems(codes: readonly string[]): WatchedItems {
  const lang = useLang()
  // Only what is new is worth requesting: a list that was put in order or made shorter is known already.
  const [requested, setRequested] = useState(() => codes.toSorted())
  if (codes.some((code) => !requested.includes(code))) setRequested(codes.toSorted())
  const { data, problem, again } = useFetched(
    `watched ${requested.join()} ${lang}`,
    () => load(requested, lang),
    freshMs,
  )
  const known = useRef<{ lang: Lang; items: ReadonlyMap<string, MarketItem> }>({ lang, items: new Map() })
  const before = known.current.lang === lang ? known.current.items : new Map<string, MarketItem>()
  const found = data === undefined ? before : new Map(data.map((item) => [item.code, item]))
  useEffect(() => {
    if (data) known.current = { lang, items: new Map(data.map((item) => [item.code, item])) }
  }, [data, lang])
  return {
    items: codes.flatMap((code) => found.get(code) ?? []),
    gone: data === undefined ? [] : codes.filter((code) => !found.has(code)),
    waiting: data === undefined && codes.length > 0,
    problem: data === undefined ? problem : undefined,
    again,
  }
}
