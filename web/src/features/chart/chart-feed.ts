import type { DataLoader, DataLoaderGetBarsParams, DataLoaderSubscribeBarParams, Period } from 'klinecharts'
import { quoteOf } from '../../feed/quote-store.ts'
import { withNewest, type Bar } from './chart-candles.ts'
import type { ChartInterval } from './chart-intervals.ts'
import { followLive, maxAtOnce } from './chart-live.ts'
import { loadBars } from './load-bars.ts'
import { createOlderBars } from './older-bars.ts'

/** The chart opens on this many candles. */
export const firstCandles = 100
/** It has these as well, so that averages are whole from the first one seen, and nothing older is requested unless one scrolls. */
const unseenCandles = 60
/** So many are kept at most, however far back one scrolls: some ten megabytes. A longer interval shows what is older. */
const maxCandles = 20_000

const periods: Record<ChartInterval, Period> = {
  '1s': { type: 'second', span: 1 },
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}
export const periodOf = (interval: ChartInterval): Period => periods[interval]
const intervalOf = ({ type, span }: Period): ChartInterval =>
  (Object.keys(periods) as ChartInterval[]).find(
    (name) => periods[name].type === type && periods[name].span === span,
  ) ?? '1m'

/** The candles a chart opens with, on their way before there is one. */
export type FirstCandles = { readonly interval: ChartInterval; readonly bars: Promise<Bar[]> }

export const beginCandles = (code: string, interval: ChartInterval): FirstCandles => ({
  interval,
  bars: loadBars(code, interval, { limit: firstCandles + unseenCandles }),
})

type FeedParams = {
  /** Used once, for the first request; absent afterwards. */
  first?: FirstCandles | undefined
  bars: () => Bar[]
  /** Whether less is left before the candles now seen than they are. */
  isNearOldest: () => boolean
  /** Draws again after bars were corrected in place. */
  redraw: () => void
  onState: (state: 'loading' | 'ready' | 'empty' | 'failed') => void
  /** Called when there are older candles and no more of them are kept. */
  onFurthest: () => void
  /** Empties the chart, which then requests its first candles. */
  reload: () => void
  /** Called after the newest candle moved or another began. */
  onPush: () => void
  /** Runs a change of all candles and keeps the place of the view. */
  holdingStill: (change: () => void) => void
}

/**
 * Follows the prices of the interval that the chart shows. Where other candles are put in place the chart begins anew with
 * `given()`; what follows goes on meanwhile, since it may be waiting for still newer ones.
 */
function createFollower(code: string, { bars, redraw, ...options }: FeedParams) {
  let stop = () => {}
  let show: (bar: Bar) => void = () => {}
  let given: Bar[] | undefined
  const replace = (next: Bar[]) => {
    given = next
    options.holdingStill(options.reload)
    given = undefined
  }
  return {
    given: () => given,
    begin({ period, callback }: DataLoaderSubscribeBarParams): void {
      show = callback
      if (given) return
      stop()
      const interval = intervalOf(period)
      const push = (bar: Bar) => {
        show(bar)
        options.onPush()
      }
      const recordedSince = (from: number) => loadBars(code, interval, { from, limit: maxAtOnce })
      stop = followLive({ code, interval, bars, push, recordedSince, redraw, replace, restart: options.reload })
    },
    end(): void {
      if (!given) stop()
    },
  }
}

/**
 * Gives the chart its candles: the newest ones first, older ones when the customer scrolls back to the first, and the
 * last one live. Responses that come for an interval no longer shown are dropped.
 */
export function candleFeed(code: string, params: FeedParams): DataLoader & { lookBack: () => void; stop: () => void } {
  const { bars, onState, onFurthest } = params
  const follower = createFollower(code, params)
  let generation = 0
  const olderBars = createOlderBars(code)
  /** The interval of candles of which there are older ones. */
  let olderInterval: ChartInterval | undefined

  async function newest({ period, callback }: DataLoaderGetBarsParams): Promise<void> {
    generation += 1
    const mine = generation
    onState('loading')
    olderBars.forget()
    olderInterval = undefined
    try {
      const interval = intervalOf(period)
      const begun = params.first?.interval === interval ? params.first : beginCandles(code, interval)
      params.first = undefined
      const loaded = await begun.bars
      if (mine !== generation) return
      const more = interval === '1s' ? loaded.length > 0 : loaded.length >= firstCandles + unseenCandles
      olderInterval = more ? interval : undefined
      // With the newest price, which would otherwise draw everything once more at once.
      callback(withNewest(loaded, quoteOf(code), interval), { forward: more, backward: false })
      onState(loaded.length === 0 ? 'empty' : 'ready')
    } catch {
      if (mine === generation) onState('failed')
    }
  }

  async function older(before: number, { period, callback }: DataLoaderGetBarsParams): Promise<void> {
    const mine = generation
    try {
      const found = await olderBars.before(before, intervalOf(period))
      const loaded = found.filter((bar) => bar.timestamp < before)
      if (mine !== generation) return
      const isFull = bars().length + loaded.length >= maxCandles
      const more = loaded.length > 0 && !isFull
      if (!more) olderInterval = undefined
      callback(loaded, { forward: more, backward: false })
      if (isFull) onFurthest()
    } catch {
      // Nothing is added; scrolling back again requests again.
      if (mine === generation) callback([], { forward: true, backward: false })
    }
  }

  return {
    getBars: (request) => {
      const given = follower.given()
      if (request.type === 'init' && given) {
        generation += 1
        return request.callback(given, { forward: given.length < maxCandles, backward: false })
      }
      if (request.type === 'init') return newest(request)
      if (request.type === 'forward' && request.timestamp !== null) return older(request.timestamp, request)
      return request.callback([], false)
    },
    subscribeBar: follower.begin,
    unsubscribeBar: follower.end,
    /** Requests older candles where the customer uses the chart near its oldest: who goes back is not to wait for them. */
    lookBack(): void {
      if (olderInterval && params.isNearOldest()) olderBars.begin(bars()[0]?.timestamp, olderInterval)
    },
    stop: () => {
      generation += 1
      follower.end()
    },
  }
}
