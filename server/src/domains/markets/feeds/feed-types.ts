import type { Interval } from '@evenhand/protocol/markets.ts'

/** A price and the epoch ms of its second. */
export type PricePoint = { readonly ts: number; readonly price: bigint }
/** Open time in epoch ms, prices in units of the instrument's precision, volume in thousandths of its base. */
export type FeedCandle = {
  readonly ts: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}
/** Which candles: those that open in [from, to), the newest `limit` of them. Times in epoch ms. */
export type CandleRequest = { interval: Interval; from: number; to: number; limit: number }
