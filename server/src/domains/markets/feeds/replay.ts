import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instrument } from '../catalogue/instrument.ts'
import { candleBuckets } from './candle-buckets.ts'
import { fitting, recordingsOf, type Grain, type Recording } from './replay-choice.ts'
import { reading, readTapes, symbolsOf } from './replay-read.ts'
import { indexAt, stateAt, type Tape } from './replay-tape.ts'
import type { CandleAsk, FeedCandle, PricePoint } from './simulated.ts'

export { ReplayFault } from './replay-read.ts'

/** Whether an instrument takes new orders, until which epoch ms that holds, and why not. */
export type ReplayState = { open: boolean; until: number; reason?: 'closed' | 'halted' }
/** What a row says of its recording: the file's name, the day it begins, the grain of its prices. */
export type RecordingLabel = { name: string; date: string; grain: Grain }

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
  candlesOf(code: string, ask: CandleAsk): FeedCandle[]
}

type Deck = { tape: Tape; label: RecordingLabel }

/**
 * Opens the recordings below `folder` for the instruments of the catalogue; `startAt` is the epoch ms at which all of
 * them begin. Throws a ReplayFault whose message is one sentence for whoever started the server.
 */
export function openReplay(folder: string, catalogue: readonly Instrument[], startAt: number): Replay {
  const decks = decksOf(folder, catalogue)
  const startSecond = Math.floor(startAt / 1000)
  const deckOf = (code: string): Deck => {
    const deck = decks.get(code)
    if (deck === undefined) throw new Error(`${code} has no recording`)
    return deck
  }
  /** Where a second falls: the round's first second, and the offset within the round. */
  const placed = (tape: Tape, second: number): { round: number; offset: number } => {
    const offset = (((second - startSecond) % tape.length) + tape.length) % tape.length
    return { round: second - offset, offset }
  }

  const priceAt = (code: string, second: number): bigint | undefined => {
    const { tape } = deckOf(code)
    const { offset } = placed(tape, second)
    const index = indexAt(tape, offset)
    return tape.offsets[index] === offset ? BigInt(tape.prices[index] as number) : undefined
  }

  const state = (code: string, second: number): ReplayState => {
    const { tape } = deckOf(code)
    const { round, offset } = placed(tape, second)
    const { until, ...rest } = stateAt(tape, offset)
    return { ...rest, until: (round + until) * 1000 }
  }

  const pointBefore = (tape: Tape, second: number): PricePoint | undefined => {
    const { round, offset } = placed(tape, second)
    const index = indexAt(tape, offset)
    const ts = round + (tape.offsets[index] as number)
    return ts < startSecond - tape.length ? undefined : { ts: ts * 1000, price: BigInt(tape.prices[index] as number) }
  }

  const candle = (tape: Tape, ts: number, endMs: number): FeedCandle | undefined => {
    let found: { open: number; high: number; low: number; close: number } | undefined
    for (let second = Math.max(ts / 1000, startSecond - tape.length); second < endMs / 1000; ) {
      const { round, offset } = placed(tape, second)
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

  const candlesOf = (code: string, ask: CandleAsk): FeedCandle[] => {
    const { tape } = deckOf(code)
    const found: FeedCandle[] = []
    const oldest = (startSecond - tape.length) * 1000
    for (const [ts, end] of candleBuckets(ask)) {
      if (found.length >= ask.limit || end <= oldest) break
      const made = candle(tape, ts, end)
      if (made !== undefined) found.push(made)
    }
    return found.toReversed()
  }

  const lastHundredCloses = (code: string, atMs: number): bigint[] =>
    candlesOf(code, { interval: '1m', from: 0, to: Math.floor(atMs / 60_000) * 60_000, limit: 100 }).map(({ close }) => close)

  return {
    has: (code) => decks.has(code),
    codes: () => [...decks.keys()],
    priceAt,
    state,
    recording: (code) => decks.get(code)?.label,
    priceAtOrBefore: (code, atMs) => pointBefore(deckOf(code).tape, Math.floor(atMs / 1000)),
    lastHundredCloses,
    candlesOf,
  }
}

/** The best recording of each instrument that has one, read. */
function decksOf(folder: string, catalogue: readonly Instrument[]): Map<string, Deck> {
  const manifest = join(folder, 'MANIFEST.csv')
  const recordings = reading(manifest, () => recordingsOf(readFileSync(manifest, 'utf8')))
  const symbols = new Map(recordings.filter(({ combined }) => combined).map((one) => [one.file, symbolsOf(folder, one)]))
  const wanted = new Map<Recording, { code: string; symbol: string; precision: number }[]>()
  for (const instrument of catalogue) {
    const [best] = fitting(instrument, recordings, (file) => symbols.get(file) ?? new Set())
    if (best === undefined) continue
    const list = wanted.get(best) ?? []
    wanted.set(best, list)
    list.push({ code: instrument.code, symbol: best.combined ? instrument.code : best.symbol, precision: instrument.precision })
  }
  const decks = new Map<string, Deck>()
  for (const [recording, asked] of wanted) {
    const tapes = readTapes(folder, recording, new Map(asked.map(({ symbol, precision }) => [symbol, precision])))
    for (const { code, symbol } of asked) {
      const tape = tapes.get(symbol)
      if (tape !== undefined) decks.set(code, { tape, label: labelOf(recording, tape) })
    }
  }
  return decks
}

const labelOf = (recording: Recording, tape: Tape): RecordingLabel => ({
  name: recording.file.slice(recording.file.lastIndexOf('/') + 1).replace('.csv.gz', ''),
  date: dateOf(tape.start),
  grain: recording.grain,
})

/** The UTC day of an epoch second as YYYY-MM-DD. */
const dateOf = (second: number): string => dayFormat.format(second * 1000)
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })
