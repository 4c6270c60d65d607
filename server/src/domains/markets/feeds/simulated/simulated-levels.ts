import type { Calendar } from '../../calendars/calendar.ts'
import { drawAt, drawsPerPosition, keyOf } from './simulated-noise.ts'
import type { Seeds } from './simulated-seeds.ts'

/**
 * Log distance of a price from its reference at the start of UTC days. Each trading day adds a draw of its own seed,
 * sized by the open seconds of the day; the sum of earlier days fades with a half-life of eight trading days, so that
 * prices move by their measured volatility from day to day and stay around their reference over the years.
 */
export type Levels = {
  /** At the start of a day, which is the end of the one before. */
  startOf(instrument: number, day: number): number
}

/** Trading days that still count; what fell before them has faded below a thousandth. */
export const memoryDays = 80
/** 2^(−1/8): what is left after one trading day. */
const fade = 0.917_004_043_204_671_2
const dayKind = 2

const fades = Float64Array.from({ length: memoryDays }, () => 1)
for (let age = 1; age < memoryDays; age += 1) fades[age] = (fades[age - 1] as number) * fade

/** The noise of whole days: one draw for each instrument and day, computed when first requested. */
export type DayNoise = { keyFor(day: number): Int32Array; draw(instrument: number, day: number): number }

/** The noise of as many instruments as are given, each known by its index; days are counted from the epoch. */
export function dayNoise(seeds: Seeds, instruments: number): DayNoise {
  const keys: (Int32Array | undefined)[] = []
  const days: (Float64Array | undefined)[] = []
  const groups = Math.floor(instruments / drawsPerPosition) + 1
  const scratch = new Float64Array(8)
  const keyFor = (day: number): Int32Array => (keys[day] ??= keyOf(seeds.daySeed(day)))
  const draw = (instrument: number, day: number): number => {
    const draws = (days[day] ??= new Float64Array(groups * drawsPerPosition).fill(Number.NaN))
    const known = draws[instrument] as number
    if (!Number.isNaN(known)) return known
    const group = Math.floor(instrument / drawsPerPosition)
    drawAt(keyFor(day), { kind: dayKind, instrument: group, from: 0, to: 0 }, scratch)
    draws.set(scratch.subarray(0, drawsPerPosition), group * drawsPerPosition)
    return draws[instrument] as number
  }
  return { keyFor, draw }
}

/** Levels of the instruments of one calendar; `deviation` is that of one open second. */
export function levelsOf(calendar: Calendar, noise: DayNoise, deviation: (instrument: number) => number): Levels {
  const open = openDays(calendar)
  // History is walked from the newest day on, where the end of a day is the start that was requested just before.
  const last = { instrument: -1, day: -1, level: 0 }
  const startOf = (instrument: number, day: number): number => {
    if (last.instrument === instrument && last.day === day) return last.level
    const level = computed(instrument, day)
    Object.assign(last, { instrument, day, level })
    return level
  }
  const computed = (instrument: number, day: number): number => {
    const days = open.before(day)
    let sum = 0
    for (let age = 0; age < memoryDays; age += 1) {
      const index = days.position - 1 - age
      sum += (fades[age] as number) * (days.roots[index] as number) * noise.draw(instrument, days.list[index] as number)
    }
    return sum * deviation(instrument)
  }
  return { startOf }
}

/** Days listed beyond the one requested, so that walking through history seldom lists again. */
const headroom = 400

type OpenDays = { list: number[]; roots: number[]; position: number }

/** The days on which a calendar is open at all, with the square roots of their open seconds. */
function openDays(calendar: Calendar) {
  let low = 0
  let high = -1
  let list: number[] = []
  let roots: number[] = []
  let positions = new Int32Array(0)
  const span = 3 * memoryDays
  const cover = (day: number): void => {
    low = high < 0 ? day - span : Math.min(low, day - span - headroom)
    high = Math.max(high, day + headroom)
    list = []
    roots = []
    positions = new Int32Array(high - low + 2)
    for (let at = low; at <= high; at += 1) {
      positions[at - low] = list.length
      const { seconds } = calendar.openDay(at)
      if (seconds === 0) continue
      list.push(at)
      roots.push(Math.sqrt(seconds))
    }
    if ((positions[day - low] as number) < memoryDays) throw new Error(`Calendar ${calendar.name} is hardly ever open`)
  }
  /** `position` days of the list come before `day`. */
  const before = (day: number): OpenDays => {
    if (high < 0 || day - span < low || day > high) cover(day)
    return { list, roots, position: positions[day - low] as number }
  }
  return { before }
}
