import type { getMarketInfo, MarketItem } from '@evenhand/protocol/markets.ts'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { productNow } from '../../feed/quote-store.ts'
import { isRefused } from '../../lib/problem.ts'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'

export type MarketInfo = z.output<typeof getMarketInfo.result>

const everyMs = 30_000
const codeForm = /^[A-Z0-9][A-Z0-9._=-]{0,31}$/
const none = () => Promise.resolve(undefined)

/** When an instrument is requested again: every half minute, and just after its session opens or closes. */
export const refreshMs = (session: MarketItem['session'] | undefined, now: number): number =>
  session?.until == null ? everyMs : Math.min(everyMs, Math.max(1000, session.until + 1500 - now))

/** An instrument's facts, terms and first price. `listed` is false when there is no such code. */
export function useMarketInfo(code: string) {
  const lang = useLang()
  const wellFormed = codeForm.test(code)
  const load = wellFormed ? async () => (await import('./load-market-info.ts')).loadMarketInfo(code, lang) : none
  const { data, problem, again } = useFetched(`market-info ${code} ${lang}`, load, everyMs)
  // In another language the same instrument is requested anew; until then it stays, with what is typed on its ticket.
  const before = useRef(data)
  useEffect(() => {
    if (data) before.current = data
  }, [data])
  const info = data ?? (before.current?.item.code === code ? before.current : undefined)
  const session = info?.item.session
  useEffect(() => {
    if (!session || document.hidden) return undefined
    const timer = setTimeout(again, refreshMs(session, productNow()))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- a fresh response, not a fresh function, sets the next time
  }, [info])
  return { info, listed: wellFormed && !isRefused(problem, 'notFound'), problem, again }
}
