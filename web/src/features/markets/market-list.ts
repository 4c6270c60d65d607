import { listMarketByType, type MarketItem } from '@evenhand/protocol/markets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { putQuotes } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { useLang } from '../../lib/settings.ts'

/** The five categories by the wire's type, in the order of the tabs; `all` is none of them. */
export const categories = ['all', '1', '2', '3', '4', '5'] as const
export type Category = (typeof categories)[number]
export const categoryOf = (text: string | undefined): Category =>
  categories.find((category) => category === text) ?? 'all'

/** Instruments of a category with a first price each; later prices come by the socket. `size` asks for the first ones alone. */
export function useMarketList(category: Category, size?: number) {
  const lang = useLang()
  return useQuery({
    queryKey: ['markets', category, size ?? 'whole', lang],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const type = category === 'all' ? undefined : Number.parseInt(category, 10)
      const answer = await call(
        listMarketByType,
        { lang, ...(type ? { type } : {}), ...(size ? { page: 1, size } : {}) },
        { signal },
      )
      const items = Array.isArray(answer) ? answer : answer.rows
      putQuotes(items.map(({ code, price, zdf, ts }) => ({ code, price, zdf, ts, seq: 0 })))
      return items
    },
  })
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
