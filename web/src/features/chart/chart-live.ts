import { onFeedReturned } from '../../feed/price-socket.ts'
import { quoteOf, watchQuote } from '../../feed/quote-store.ts'
import { withRecorded, withTick, type Bar } from './chart-candles.ts'
import { spans, type ChartInterval } from './chart-intervals.ts'

/** A candle is written a moment after its minute has ended. */
const settleMs = 2500
const longestPauseMs = 30_000
/** As many candles as one response holds; who missed more begins anew. */
export const maxAtOnce = 1000

type LiveParams = {
  code: string
  interval: ChartInterval
  /** The chart's own list of bars, oldest first. */
  bars: () => Bar[]
  push: (bar: Bar) => void
  /** Recorded candles from a moment on; rejects when they cannot be had. */
  recordedSince: (from: number) => Promise<Bar[]>
  redraw: () => void
  /** Shows these candles instead, without moving the view. */
  replace: (bars: Bar[]) => void
  /** Loads everything anew. */
  restart: () => void
}

/**
 * Moves the last candle with every price. When a candle ends, and after the connection was lost, the recorded candles take the
 * place of those built from passing prices, and missed ones are added. Returns a function that ends it.
 */
export function followLive({ code, interval, bars, push, recordedSince, ...params }: LiveParams): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let pauseMs = settleMs
  /** A price that did not move for some seconds leaves none behind, and is no jump. */
  const jumpMs = Math.max(spans[interval], 5000)
  // Up to here the candles are the record's; what follows may have holes until it has been requested.
  let sure = bars().at(-2)?.timestamp ?? bars().at(-1)?.timestamp

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void catchUp(), ms)
  }
  const catchUp = async () => {
    const since = sure ?? bars().at(-1)?.timestamp
    if (since === undefined) return
    const recorded = await recordedSince(since).catch(() => undefined)
    if (ended) return
    if (!recorded) {
      later((pauseMs = Math.min(longestPauseMs, pauseMs * 2)))
      return
    }
    pauseMs = settleMs
    if (recorded.length >= maxAtOnce && (recorded[0]?.timestamp ?? 0) > since) return params.restart()
    sure = recorded.at(-2)?.timestamp ?? recorded.at(-1)?.timestamp ?? sure
    settle(withRecorded(bars(), recorded, interval))
  }
  /** Candles are corrected where they stand; only when some came between others is the whole list put in place. */
  const settle = (next: Bar[]) => {
    const shown = bars()
    if (shown.some((bar, at) => bar.timestamp !== next[at]?.timestamp)) return params.replace(next)
    next.slice(0, Math.max(0, shown.length - 1)).forEach((bar, at) => {
      const known = shown[at]
      if (known && known !== bar) Object.assign(known, bar)
    })
    for (const bar of next.slice(Math.max(0, shown.length - 1))) push(bar)
    params.redraw()
  }
  const take = () => {
    const quote = quoteOf(code)
    const last = bars().at(-1)
    const next = quote && withTick(last, quote, interval)
    if (!next) return
    push(next)
    if (!last || next.timestamp === last.timestamp) return
    later(settleMs)
    // A page that was frozen may never learn that its connection was: a jump in time shows it.
    if (next.timestamp - last.timestamp > jumpMs) void catchUp()
  }

  const unwatch = watchQuote(code, take)
  const forget = onFeedReturned(() => void catchUp())
  take()
  return () => {
    ended = true
    unwatch()
    forget()
    clearTimeout(timer)
  }
}
