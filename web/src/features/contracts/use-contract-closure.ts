import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useFeedState } from '../../feed/price-socket.ts'
import { useStale } from '../../feed/staleness.ts'

export type ContractClosure = {
  readonly why: 'closed' | 'halted' | 'suspended' | 'stale' | 'offline'
  readonly at: number | null
}

/** Why no contract can be opened now, as far as the browser knows; follows session and price. */
export function useContractClosure({
  code,
  session,
}: Pick<MarketItem, 'code' | 'session'>): ContractClosure | undefined {
  const stale = useStale(code, session.open)
  const feed = useFeedState().kind
  if (!session.open) return { why: session.reason ?? 'closed', at: session.until }
  if (feed === 'offline') return { why: 'offline', at: null }
  return stale ? { why: 'stale', at: null } : undefined
}
