import type { Interval } from '@evenhand/protocol/markets.ts'
import { onFeedReturned } from '../../feed/price-socket.ts'
import { quoteOf, watchQuote } from '../../feed/quote-store.ts'
import { withTick, type Bar } from './chart-candles.ts'

/** A candle is written a moment after its minute has ended. */
const settleMs = 2500

type LiveOf = {
  code: string
  interval: Interval
  /** The chart's own list of bars, oldest first. */
  bars: () => Bar[]
  push: (bar: Bar) => void
  /** Recorded candles from a moment on; rejects when they cannot be had. */
  recordedSince: (from: number) => Promise<Bar[]>
  redraw: () => void
}

/**
 * Moves the last candle with every price. When a candle ends, and after the line was lost, the recorded candles take the
 * place of those built from passing prices, and missed ones are added. Answers a function that ends it.
 */
export function followLive({ code, interval, bars, push, recordedSince, redraw }: LiveOf): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const catchUp = async () => {
    const since = bars().at(-2)?.timestamp ?? bars().at(-1)?.timestamp
    if (since === undefined) return
    const recorded = await recordedSince(since).catch(() => [])
    if (ended) return
    for (const bar of recorded) {
      const known = bars().find((one) => one.timestamp === bar.timestamp)
      if (known === undefined) push(bar)
      else if (known !== bars().at(-1)) Object.assign(known, bar)
      else push({ ...bar, ...withTick(bar, { price: known.texts[3], ts: bar.timestamp }, interval) })
    }
    redraw()
  }
  const take = () => {
    const quote = quoteOf(code)
    const last = bars().at(-1)
    const next = quote && withTick(last, quote, interval)
    if (!next) return
    push(next)
    if (!last || next.timestamp === last.timestamp) return
    clearTimeout(timer)
    timer = setTimeout(() => void catchUp(), settleMs)
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
