import { drawAt, drawsPerPosition, type Position } from './simulated-noise.ts'

/** The path of one instrument through one day, from the log price at its start to the one at its end. */
export type DayPath = {
  readonly instrument: number
  readonly day: number
  /** Open seconds of the day; positions on the path are numbered 0 … seconds, the last being the next day's first. */
  readonly seconds: number
  readonly start: number
  readonly end: number
  /** Standard deviation of the log price over one open second. */
  readonly deviation: number
  readonly key: Int32Array
}

/**
 * Walks the paths of days. A path is a Brownian bridge cut in eight, and each piece again, down to single seconds; one
 * keyed block of noise cuts one piece. Any position is thus reached in at most six blocks, and neighbouring positions share
 * all but the last: the pieces last visited are kept.
 */
export type DayWalk = {
  /** Sets the path to walk on. The same day of the same instrument keeps what is known of it. */
  enter(path: DayPath): void
  on(instrument: number, day: number): boolean
  /** Log price at a position. */
  at(position: number): number
  /** Lowest and highest log price over the positions from … to, both included. */
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

type State = {
  path: DayPath
  /** Which piece of each level was cut last, or −1. */
  readonly visited: Int32Array
  /** Its cuts: values[level × 9 + j] is the log price at the j-th, both ends included. */
  readonly values: Float64Array
  /** The state of a search: its range and its result. */
  from: number
  to: number
  low: number
  high: number
}

const nowhere: DayPath = { instrument: -1, day: -1, seconds: 0, start: 0, end: 0, deviation: 0, key: new Int32Array(8) }

/** A walk on no path yet. */
export function dayWalk(): DayWalk {
  const state: State = {
    path: nowhere,
    visited: new Int32Array(topLevel + 1).fill(-1),
    values: new Float64Array((topLevel + 1) * width),
    from: 0,
    to: 0,
    low: 0,
    high: 0,
  }
  const on = (instrument: number, day: number): boolean =>
    state.path.instrument === instrument && state.path.day === day
  const enter = (next: DayPath): void => {
    if (!on(next.instrument, next.day)) state.visited.fill(-1)
    state.path = next
  }
  const at = (position: number): number => {
    if (position >= state.path.seconds) return state.path.end
    for (let level = topLevel; level >= 1; level -= 1) cut(state, level, position >> (3 * level))
    return state.values[width + (position & 7)] as number
  }
  const extremes = (from: number, to: number): readonly [number, number] => {
    const first = at(from)
    const last = at(to)
    state.low = Math.min(first, last)
    state.high = Math.max(first, last)
    state.from = from
    state.to = Math.min(to, state.path.seconds - 1)
    search(state, topLevel, 0)
    return [state.low, state.high]
  }
  return { enter, on, at, extremes }
}

const draws = new Float64Array(drawsPerPosition)
const spot: Position = { kind: cutKind, instrument: 0, from: 0, to: 0 }

/** Cuts a piece of a level into eighths, unless it is the one cut last. The piece around it must be cut already. */
function cut(state: State, level: number, index: number): void {
  const { path, visited, values } = state
  if (visited[level] === index) return
  visited[level] = index
  const step = 1 << (3 * (level - 1))
  const from = index * step * 8
  const to = Math.min(from + step * 8, path.seconds)
  const parent = level === topLevel ? -1 : (level + 1) * width + (index & 7)
  let last = parent < 0 ? path.start : (values[parent] as number)
  const end = parent < 0 ? path.end : (values[parent + 1] as number)
  spot.instrument = path.instrument
  spot.from = from
  spot.to = to
  drawAt(path.key, spot, draws)
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
  // The piece that the day's end cuts short: the same bridge, with its own lengths.
  for (let at = from + step, piece = 0; at < to; at += step, piece += 1) {
    const left = to - at + step
    const spread = path.deviation * Math.sqrt((step * (to - at)) / left)
    last += ((end - last) * step) / left + spread * (draws[piece] as number)
    slot += 1
    values[slot] = last
  }
  values[slot + 1] = end
}

/** Widens low and high by the values of a piece within [from, to], and of its parts where they may lie outside. */
function search(state: State, level: number, index: number): void {
  cut(state, level, index)
  const { values, path } = state
  const shift = 3 * (level - 1)
  const base = index * 8
  const first = Math.max(0, (state.from >> shift) - base)
  const last = Math.min(7, (state.to >> shift) - base)
  const row = level * width
  for (let child = first; child <= last; child += 1) {
    if ((base + child) << shift < state.from) continue
    const value = values[row + child] as number
    if (value < state.low) state.low = value
    if (value > state.high) state.high = value
  }
  if (level === 1) return
  const bound = reach * path.deviation * path.deviation * (1 << shift)
  for (let child = first; child <= last; child += 1) {
    const one = values[row + child] as number
    const two = values[row + child + 1] as number
    const above = mayExceed(state.high - one, state.high - two, bound)
    if (above || mayExceed(one - state.low, two - state.low, bound)) search(state, level - 1, base + child)
  }
}
