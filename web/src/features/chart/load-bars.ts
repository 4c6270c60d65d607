import { minuteMs } from '@evenhand/protocol/durations.ts'
import { getKValueByCodeAndDate, listSeconds } from '@evenhand/protocol/markets.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { barOf, secondOf, type Bar } from './chart-candles.ts'
import type { ChartInterval } from './chart-intervals.ts'

/** Of recorded seconds so many are fetched at once. */
const secondsAtOnceMs = 15 * minuteMs

type BarSpan = { readonly limit: number; readonly from?: number; readonly to?: number }

/** Candles, or the recorded seconds where those are requested: of the span, else the newest. */
export async function loadBars(code: string, interval: ChartInterval, span: BarSpan): Promise<Bar[]> {
  if (interval !== '1s') return (await call(getKValueByCodeAndDate, { code, interval, ...span })).map(barOf)
  const to = span.to ?? Math.ceil(productNow())
  return (await call(listSeconds, { code, from: span.from ?? Math.max(0, to - secondsAtOnceMs), to })).map(secondOf)
}
