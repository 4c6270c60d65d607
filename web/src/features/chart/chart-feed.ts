import { getKValueByCodeAndDate, type Interval } from '@evenhand/protocol/markets.ts'
import type { DataLoader, Period } from 'klinecharts'
import { onFeedReturned } from '../../feed/price-socket.ts'
import { quoteOf, watchQuote } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { barOf, withTick, type Bar } from './chart-candles.ts'

/** The chart opens on this many candles; further back it fetches larger pieces, so that scrolling seldom waits. */
export const firstCandles = 100
const olderCandles = 500
/** A candle is written a moment after its minute has ended. */
const settleMs = 2500

const periods: Record<Interval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}
export const periodOf = (interval: Interval): Period => periods[interval]
const intervalOf = ({ type, span }: Period): Interval =>
  (Object.keys(periods) as Interval[]).find((name) => periods[name].type === type && periods[name].span === span) ??
  '1m'

type FeedDeps = {
  /** The chart's own list of bars, oldest first. */
  bars: () => Bar[]
  /** Draws again after bars were corrected in place. */
  redraw: () => void
  onState: (state: 'loading' | 'ready' | 'empty' | 'failed') => void
}

/**
 * Gives the chart its candles: the newest ones first, older ones when the customer scrolls back to the first, and the
 * last one live from the quote store. Answers that come for an interval no longer shown are dropped.
 */
export function candleFeed(code: string, { bars, redraw, onState }: FeedDeps): DataLoader & { stop: () => void } {
  let generation = 0
  let stopLive = () => {}
  const fetchBars = async (interval: Interval, of: { limit: number; from?: number; to?: number }): Promise<Bar[]> =>
    (await call(getKValueByCodeAndDate, { code, interval, ...of })).map(barOf)

  const begin = async (
    interval: Interval,
    done: (loaded: Bar[], more: { forward: boolean; backward: false }) => void,
  ) => {
    generation += 1
    const mine = generation
    onState('loading')
    try {
      const loaded = await fetchBars(interval, { limit: firstCandles })
      if (mine !== generation) return
      done(loaded, { forward: loaded.length >= firstCandles, backward: false })
      onState(loaded.length === 0 ? 'empty' : 'ready')
    } catch {
      if (mine === generation) onState('failed')
    }
  }

  const older = async (
    interval: Interval,
    of: { before: number; done: (loaded: Bar[], more: { forward: boolean; backward: false }) => void },
  ) => {
    const mine = generation
    try {
      const found = await fetchBars(interval, { to: of.before - 1, limit: olderCandles })
      const loaded = found.filter((bar) => bar.timestamp < of.before)
      if (mine === generation) of.done(loaded, { forward: loaded.length > 0, backward: false })
    } catch {
      // Nothing is added; scrolling back again asks again.
      if (mine === generation) of.done([], { forward: true, backward: false })
    }
  }

  /** Puts recorded candles over those that were built from passing ticks, and adds the ones that were missed. */
  const catchUp = async (interval: Interval, push: (bar: Bar) => void) => {
    const mine = generation
    const since = bars().at(-2)?.timestamp ?? bars().at(-1)?.timestamp
    if (since === undefined) return
    const recorded = await fetchBars(interval, { from: since, limit: 1000 }).catch(() => [])
    if (mine !== generation) return
    for (const bar of recorded) {
      const known = bars().find((one) => one.timestamp === bar.timestamp)
      if (known === undefined) push(bar)
      else if (known !== bars().at(-1)) Object.assign(known, bar)
      else push({ ...bar, ...withTick(bar, { price: known.texts[3], ts: bar.timestamp }, interval) })
    }
    redraw()
  }

  const live = (interval: Interval, push: (bar: Bar) => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      const quote = quoteOf(code)
      const last = bars().at(-1)
      const next = quote && withTick(last, quote, interval)
      if (!next) return
      push(next)
      if (last && next.timestamp > last.timestamp) {
        clearTimeout(timer)
        timer = setTimeout(() => void catchUp(interval, push), settleMs)
      }
    }
    const unwatch = watchQuote(code, take)
    const forget = onFeedReturned(() => void catchUp(interval, push))
    stopLive = () => {
      unwatch()
      forget()
      clearTimeout(timer)
    }
    take()
  }

  return {
    getBars: ({ type, timestamp, period, callback }) => {
      const interval = intervalOf(period)
      if (type === 'init') return begin(interval, callback)
      if (type === 'forward' && timestamp !== null) return older(interval, { before: timestamp, done: callback })
      return callback([], false)
    },
    subscribeBar: ({ period, callback }) => {
      stopLive()
      live(intervalOf(period), callback)
    },
    unsubscribeBar: () => stopLive(),
    stop: () => {
      generation += 1
      stopLive()
    },
  }
}
