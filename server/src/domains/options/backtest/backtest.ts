import { entryDelayMs, entryLimitMs, exitAgeMs } from '@evenhand/proofs/settle.ts'
import { signals, signsAt, type Series, type Signal } from './strategies.ts'
import { addStretch, newTally, type Tally } from './tally.ts'

/** What was bet: with a signal, that the price goes on as it points, or against it. */
export type Side = 'with' | 'against'
export const sides = ['with', 'against'] as const
export type Tallies = Record<Signal, Record<Side, Tally>>

export const newTallies = (): Tallies => ({
  lastStep: { with: newTally(), against: newTally() },
  lastJump: { with: newTally(), against: newTally() },
  mean30s: { with: newTally(), against: newTally() },
})

export type BacktestParams = {
  /** Seconds. */
  limitTime: number
  /** Of a win, as a share of the stake. */
  rate: number
  /** An order each so many milliseconds at most. */
  everyMs: number
}

/** Orders of a stretch of time are counted as one sample: ten minutes, or four terms where they are longer. */
const stretchOf = (limitTime: number): number => Math.max(600_000, 4 * limitTime * 1000)
/** A signal looks back so far, and no order is given before there is as much history. */
const warmUpMs = 30_000

/**
 * Gives orders along a series of ticks, each right after a tick, and settles them by the rules of an order (see
 * proofs/settle.ts): the entry is the next tick at least 500 ms and at most 5 s later, the exit the last tick at or
 * before entry + limitTime and at most 5 s older than that. Orders that would be void are left out.
 */
export function backtest(series: Series, tallies: Tallies, { limitTime, rate, everyMs }: BacktestParams): void {
  const { times, prices } = series
  const counts = new Int32Array(9)
  const signs = new Int8Array(3)
  const start = times[0] ?? 0
  let next = start + warmUpMs
  const stretchMs = stretchOf(limitTime)
  let stretchEnd = start + stretchMs
  let exit = 0
  for (let index = 1; index + 1 < times.length; index += 1) {
    const at = times[index] as number
    if (at < next) continue
    if (at >= stretchEnd) {
      closeStretch(tallies, counts, rate)
      stretchEnd = at + stretchMs
    }
    const enteredAt = times[index + 1] as number
    if (enteredAt < at + entryDelayMs || enteredAt > at + entryLimitMs) continue
    const until = enteredAt + limitTime * 1000
    if (until > (times.at(-1) as number)) break
    exit = Math.max(exit, index + 1)
    while (exit + 1 < times.length && (times[exit + 1] as number) <= until) exit += 1
    if ((times[exit] as number) < until - exitAgeMs) continue
    next = at + everyMs
    signsAt(series, index, signs)
    count(counts, signs, Math.sign((prices[exit] as number) - (prices[index + 1] as number)))
  }
  closeStretch(tallies, counts, rate)
}

/** For each signal: how often the price went on, came back, and stood still. */
function count(counts: Int32Array, signs: Int8Array, outcome: number): void {
  for (let signal = 0; signal < signals.length; signal += 1) {
    const sign = signs[signal] as number
    if (sign === 0) continue
    const slot = signal * 3 + (outcome === 0 ? 2 : outcome === sign ? 0 : 1)
    counts[slot] = (counts[slot] as number) + 1
  }
}

function closeStretch(tallies: Tallies, counts: Int32Array, rate: number): void {
  signals.forEach((signal, index) => {
    const [on = 0, back = 0, ties = 0] = counts.subarray(index * 3, index * 3 + 3)
    if (on + back + ties === 0) return
    addStretch(tallies[signal].with, { wins: on, losses: back, ties, rate })
    addStretch(tallies[signal].against, { wins: back, losses: on, ties, rate })
  })
  counts.fill(0)
}
