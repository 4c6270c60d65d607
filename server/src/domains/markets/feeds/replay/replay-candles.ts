import { candleBuckets } from '../candle-buckets.ts'
import type { CandleRequest, FeedCandle } from '../feed-types.ts'
import { indexAt, type Tape } from './replay-tape.ts'

/** A tape and the epoch second at which it begins to play. */
export type Playing = { tape: Tape; startSecond: number }

/** Where an epoch second falls: the first second of its round, and the offset within the round. */
export function placed({ tape, startSecond }: Playing, second: number): { round: number; offset: number } {
  const offset = (((second - startSecond) % tape.length) + tape.length) % tape.length
  return { round: second - offset, offset }
}

/** The candles of a tape, oldest first, from one round before its start on. */
export function candlesOnTape(playing: Playing, request: CandleRequest): FeedCandle[] {
  const found: FeedCandle[] = []
  const oldest = (playing.startSecond - playing.tape.length) * 1000
  for (const [ts, end] of candleBuckets(request)) {
    if (found.length >= request.limit || end <= oldest) break
    const made = candleOn(playing, ts, end)
    if (made !== undefined) found.push(made)
  }
  return found.toReversed()
}

function candleOn(playing: Playing, ts: number, endMs: number): FeedCandle | undefined {
  const { tape, startSecond } = playing
  let found: { open: number; high: number; low: number; close: number } | undefined
  for (let second = Math.max(ts / 1000, startSecond - tape.length); second < endMs / 1000;) {
    const { round, offset } = placed(playing, second)
    const end = Math.min(tape.length, endMs / 1000 - round)
    const last = indexAt(tape, end - 1)
    for (let index = indexAt(tape, offset - 1) + 1; index <= last; index += 1) {
      const price = tape.prices[index] as number
      found ??= { open: price, high: price, low: price, close: price }
      found.high = Math.max(found.high, price)
      found.low = Math.min(found.low, price)
      found.close = price
    }
    second = round + end
  }
  if (found === undefined) return undefined
  const { open, high, low, close } = found
  return { ts, open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(close), volume: 0n }
}
