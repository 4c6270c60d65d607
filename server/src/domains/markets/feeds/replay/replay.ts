import type { Instrument } from '../../catalogue/instrument.ts'
import type { CandleRequest, FeedCandle, PricePoint } from '../feed-types.ts'
import { candlesOnTape, placed, type Playing } from './replay-candles.ts'
import { decksOf, type RecordingLabel } from './replay-decks.ts'
import { busiestFrom, indexAt, stateAt } from './replay-tape.ts'

export { ReplayFault } from './replay-read.ts'

/** Whether an instrument takes new orders, until which epoch ms that holds, and why not. */
export type ReplayState = { open: boolean; until: number; reason?: 'closed' | 'halted' }
/**
 * Recorded prices played again from `startAt` on, round after round. Time is shifted, prices are not scaled; a second
 * without a recorded price has none here either.
 */
export type Replay = {
  /** True where the instrument has a recording; the others are simulated by the caller. */
  has(code: string): boolean
  codes(): readonly string[]
  /** The price recorded for a whole epoch second, in units of the instrument's precision. */
  priceAt(code: string, second: number): bigint | undefined
  state(code: string, second: number): ReplayState
  recording(code: string): RecordingLabel | undefined
  /** The last price at or before `atMs`; before `startAt` those of one earlier round, and nothing before that. */
  priceAtOrBefore(code: string, atMs: number): PricePoint | undefined
  /** The closes of the last hundred minutes that had prices and ended by `atMs`, oldest first. */
  lastHundredCloses(code: string, atMs: number): bigint[]
  /** Candles, oldest first, from one round before `startAt` on; recordings carry no volume here. */
  candlesOf(code: string, request: CandleRequest): FeedCandle[]
}

/**
 * Opens the recordings below `folder` for the instruments of the catalogue; `startAt` is the epoch ms at which all of
 * them begin: bars at their first one, quotes at their liveliest hours. Throws a ReplayFault whose message is one sentence for the person who started the server.
 */
export function openReplay(folder: string, catalogue: readonly Instrument[], startAt: number): Replay {
  const decks = decksOf(folder, catalogue)
  const startSecond = Math.floor(startAt / 1000)
  // Where the first round of each began: bars are equally dense all day, quotes are not.
  const playing = new Map(
    [...decks].map(([code, { tape, label }]): [string, Playing] => [
      code,
      { tape, startSecond: startSecond - (label.grain === 'tick' ? busiestFrom(tape) : 0) },
    ]),
  )
  const playingOf = (code: string): Playing => {
    const found = playing.get(code)
    if (found === undefined) throw new Error(`${code} has no recording`)
    return found
  }
  const priceAt = (code: string, second: number): bigint | undefined => {
    const { tape } = playingOf(code)
    const { offset } = placed(playingOf(code), second)
    const index = indexAt(tape, offset)
    return tape.offsets[index] === offset ? BigInt(tape.prices[index] as number) : undefined
  }

  const state = (code: string, second: number): ReplayState => {
    const { round, offset } = placed(playingOf(code), second)
    const { until, ...rest } = stateAt(playingOf(code).tape, offset)
    return { ...rest, until: (round + until) * 1000 }
  }

  const pointBefore = (one: Playing, second: number): PricePoint | undefined => {
    const { round, offset } = placed(one, second)
    const index = indexAt(one.tape, offset)
    const ts = round + (one.tape.offsets[index] as number)
    const price = BigInt(one.tape.prices[index] as number)
    return ts < one.startSecond - one.tape.length ? undefined : { ts: ts * 1000, price }
  }

  const candlesOf = (code: string, request: CandleRequest): FeedCandle[] => candlesOnTape(playingOf(code), request)

  const lastHundredCloses = (code: string, atMs: number): bigint[] =>
    candlesOf(code, { interval: '1m', from: 0, to: Math.floor(atMs / 60_000) * 60_000, limit: 100 }).map(
      ({ close }) => close,
    )

  return {
    has: (code) => decks.has(code),
    codes: () => [...decks.keys()],
    priceAt,
    state,
    recording: (code) => decks.get(code)?.label,
    priceAtOrBefore: (code, atMs) => pointBefore(playingOf(code), Math.floor(atMs / 1000)),
    lastHundredCloses,
    candlesOf,
  }
}
