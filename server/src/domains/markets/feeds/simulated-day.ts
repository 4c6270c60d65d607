import { drawAt, type Place } from './simulated-noise.ts'

/** The path of one instrument through one day, from the log price at its start to the one at its end. */
export type DayPath = {
  readonly instrument: number
  readonly day: number
  /** Open seconds of the day; places on the path are numbered 0 … seconds, the last being the next day's first. */
  readonly seconds: number
  readonly start: number
  readonly end: number
  /** Standard deviation of the log price over one open second. */
  readonly deviation: number
  readonly key: Int32Array
}

/**
 * Walks the paths of days. A path is a Brownian bridge cut in eight, and each piece again, down to single seconds; one
 * keyed block of noise cuts one piece. Any place is thus reached in at most six blocks, and neighbouring places share
 * all but the last: the pieces last visited are kept.
 */
export type DayWalk = {
  /** Sets the path to walk on. The same day of the same instrument keeps what is known of it. */
  enter(path: DayPath): void
  on(instrument: number, day: number): boolean
  /** Log price at a place. */
  at(place: number): number
  /** Lowest and highest log price over the places from … to, both included. */
  extremes(from: number, to: number): readonly [low: number, high: number]
}

const topLevel = 6
const width = 9
/**
 * A piece is searched for an extreme only while it may hold one: a bridge of variance v rises over a bound that lies a
 * and b above its ends with probability exp(−2ab ÷ v), here below 1 in 20 000.
 */
const reach = 5
const mayExceed = (one: number, two: number, bound: number): boolean => one < 0 || two < 0 || one * two < bound
const cutKind = 1
/** √ of the length of a piece of each level; the pull and the spread of the seven cuts of a whole piece. */
const roots = [0, 1, 2, 3, 4, 5, 6].map((level) => Math.sqrt(level === 0 ? 0 : 8 ** (level - 1)))
const pulls = [8, 7, 6, 5, 4, 3, 2].map((left) => 1 / left)
const spreads = [8, 7, 6, 5, 4, 3, 2].map((left) => Math.sqrt((left - 1) / left))

/** A walk on no path yet. */
export function dayWalk(): DayWalk {
  const visited = new Int32Array(topLevel + 1).fill(-1)
  const values = new Float64Array((topLevel + 1) * width)
  const draws = new Float64Array(8)
  const place: Place = { kind: cutKind, instrument: 0, from: 0, to: 0 }
  let path: DayPath = { instrument: -1, day: -1, seconds: 0, start: 0, end: 0, deviation: 0, key: new Int32Array(8) }
  let low = 0
  let high = 0

  const enter = (next: DayPath): void => {
    if (next.instrument !== path.instrument || next.day !== path.day) visited.fill(-1)
    path = next
  }

  /** Cuts a piece into eighths: values[level × 9 + j] is the log price at its j-th cut, both ends included. */
  const cut = (level: number, index: number): void => {
    if (visited[level] === index) return
    visited[level] = index
    const step = 1 << (3 * (level - 1))
    const from = index * step * 8
    const to = Math.min(from + step * 8, path.seconds)
    const parent = level === topLevel ? -1 : (level + 1) * width + (index & 7)
    let last = parent < 0 ? path.start : (values[parent] as number)
    const end = parent < 0 ? path.end : (values[parent + 1] as number)
    place.instrument = path.instrument
    place.from = from
    place.to = to
    drawAt(path.key, place, draws)
    let slot = level * width
    values[slot] = last
    if (to - from === step * 8) {
      const spread = path.deviation * (roots[level] as number)
      for (let piece = 0; piece < 7; piece += 1) {
        last += (end - last) * (pulls[piece] as number) + spread * (spreads[piece] as number) * (draws[piece] as number)
        values[slot + piece + 1] = last
      }
      values[slot + 8] = end
      return
    }
    for (let at = from + step; at < to; at += step) {
      const left = to - at + step
      const spread = path.deviation * Math.sqrt((step * (to - at)) / left)
      last = last + ((end - last) * step) / left + spread * (draws[slot - level * width] as number)
      slot += 1
      values[slot] = last
    }
    values[slot + 1] = end
  }

  const at = (where: number): number => {
    if (where >= path.seconds) return path.end
    for (let level = topLevel; level >= 1; level -= 1) cut(level, where >> (3 * level))
    return values[width + (where & 7)] as number
  }

  const search = (level: number, index: number, from: number, to: number): void => {
    cut(level, index)
    const shift = 3 * (level - 1)
    const first = Math.max(0, (from >> shift) - index * 8)
    const last = Math.min(7, (to >> shift) - index * 8)
    const row = level * width
    for (let child = first; child <= last; child += 1) {
      if ((index * 8 + child) << shift < from) continue
      const value = values[row + child] as number
      if (value < low) low = value
      if (value > high) high = value
    }
    if (level === 1) return
    const bound = reach * path.deviation * path.deviation * (1 << shift)
    for (let child = first; child <= last; child += 1) {
      const one = values[row + child] as number
      const two = values[row + child + 1] as number
      if (mayExceed(high - one, high - two, bound) || mayExceed(one - low, two - low, bound)) search(level - 1, index * 8 + child, from, to)
    }
  }

  const extremes = (from: number, to: number): readonly [number, number] => {
    const first = at(from)
    const last = at(to)
    low = Math.min(first, last)
    high = Math.max(first, last)
    search(topLevel, 0, from, Math.min(to, path.seconds - 1))
    return [low, high]
  }

  return { enter, on: (instrument, day) => path.instrument === instrument && path.day === day, at, extremes }
}
