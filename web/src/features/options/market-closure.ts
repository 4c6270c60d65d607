import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useFeedState } from '../../feed/price-socket.ts'
import { productNow } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { everySecond } from '../../lib/second.ts'
import type { Terms } from './buy-ticket.form.ts'

/** Why no order can be sent now, as far as the browser knows; the server is queried only when there is no reason. */
export type Closure = {
  readonly why: 'closed' | 'halted' | 'suspended' | 'stale' | 'offline' | 'notOffered' | 'endsSoon'
  readonly at: number | null
}

/** What must remain of the session beyond a limit time. */
const restMs = 300_000

/** True when an order of this limit time would still end well before the session does. */
export const fitsSession = (session: MarketItem['session'], limitTime: number, now: number): boolean =>
  session.until === null || session.until >= now + limitTime * 1000 + restMs

/** Follows session and price; the result changes by itself when either does. */
export function useClosure(
  { code, session }: Pick<MarketItem, 'code' | 'session'>,
  terms: readonly Terms[],
): Closure | undefined {
  const stale = useStale(code, session.open)
  const feed = useFeedState().kind
  const shortest = terms[0]?.limitTime ?? 0
  const ends = useCallback(() => !fitsSession(session, shortest, productNow()), [session, shortest])
  const endsSoon = useSyncExternalStore(everySecond, ends, ends)
  if (terms.length === 0) return { why: 'notOffered', at: null }
  if (!session.open) return { why: session.reason ?? 'closed', at: session.until }
  if (feed === 'offline') return { why: 'offline', at: null }
  if (stale) return { why: 'stale', at: null }
  return endsSoon ? { why: 'endsSoon', at: session.until } : undefined
}
