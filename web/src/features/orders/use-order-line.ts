import { getKValueByCodeAndDate, listSeconds, longestSecondsMs } from '@evenhand/protocol/markets.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { productNow, useQuote } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { joinPoints, type LineFrame, type LinePoint } from './order-line.ts'

/** What is shown before the entry and after the end, as a share of the order's time. */
const around = 0.08
/** Candles of five minutes are enough for a day, those of a minute for what is shorter. */
const longOrderMs = 40_000_000

/** The span that an order's line shows: from a little before its entry to a little after its end. */
export function lineFrame(order: OptionOrder): LineFrame {
  const entry = order.openTime ?? order.acceptedAt
  const end = order.closeTime ?? order.expirationTime ?? entry + order.limitTime * 1000
  const room = Math.max(2000, (end - entry) * around)
  return { from: entry - room, until: end + room }
}

async function load(code: string, { from, until }: LineFrame, signal: AbortSignal): Promise<LinePoint[]> {
  const span = { code, from: Math.floor(from), to: Math.ceil(until) }
  if (until - from <= longestSecondsMs)
    return (await call(listSeconds, span, { signal })).map(([ts, price]) => ({ ts, price }))
  const interval = until - from > longOrderMs ? '5m' : '1m'
  const candles = await call(getKValueByCodeAndDate, { ...span, interval, limit: 1000 }, { signal })
  return candles.map(([ts, open]) => ({ ts, price: open }))
}

/**
 * The recorded prices of an order from its entry to its end as one line, with the ticks that decided it to the last digit.
 * While it runs, every newest price is added.
 */
export function useOrderLine(order: OptionOrder, ticks: readonly LinePoint[]): readonly LinePoint[] {
  const frame = lineFrame(order)
  const settled = isSettled(order.status)
  const { data = [] } = useQuery({
    queryKey: ['line', order.id, settled, frame.from],
    queryFn: ({ signal }) => load(order.code, frame, signal),
    staleTime: settled ? Number.POSITIVE_INFINITY : 30_000,
  })
  const quote = useQuote(order.code)
  const live = useRef<LinePoint[]>([])
  if (!settled && quote && quote.ts !== live.current.at(-1)?.ts) live.current.push({ ts: quote.ts, price: quote.price })
  const newest = data.at(-1)?.ts ?? 0
  const passing = settled ? [] : live.current.filter(({ ts }) => ts > newest && ts <= productNow() + 1000)
  const inside = ({ ts }: LinePoint) => ts >= frame.from && ts <= frame.until
  return joinPoints(data, passing, ticks).filter(inside)
}
