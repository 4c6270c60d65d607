import { getMarketInfo, type MarketItem } from '@evenhand/protocol/markets.ts'
import { useQuery } from '@tanstack/react-query'
import { productNow, putQuotes } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useLang } from '../../lib/settings.ts'

const everyMs = 30_000
const codeForm = /^[A-Z0-9][A-Z0-9._=-]{0,31}$/

/** Asks again every half minute, and just after the session opens or closes. */
export const refreshMs = (session: MarketItem['session'] | undefined, now: number): number =>
  session?.until == null ? everyMs : Math.min(everyMs, Math.max(1000, session.until + 1500 - now))

/** An instrument's facts, terms and first price. `listed` is false when there is no such code. */
export function useMarketInfo(code: string) {
  const lang = useLang()
  const wellFormed = codeForm.test(code)
  const { data, error, refetch } = useQuery({
    queryKey: ['market-info', code, lang],
    queryFn: async ({ signal }) => {
      const info = await call(getMarketInfo, { code, lang }, { signal })
      const { price, zdf, ts } = info.item
      putQuotes([{ code: info.item.code, price, zdf, ts, seq: 0 }])
      return info
    },
    enabled: wellFormed,
    staleTime: 5_000,
    refetchInterval: ({ state }) => refreshMs(state.data?.item.session, productNow()),
  })
  return { info: data, listed: wellFormed && !isRefused(error, 'notFound'), error, refetch }
}

export type MarketInfo = NonNullable<ReturnType<typeof useMarketInfo>['info']>
