import { partedUnit } from '@evenhand/protocol/unit-text.ts'
import { useEffect, useState } from 'react'

const two = (count: number): string => String(count).padStart(2, '0')

/**
 * Epoch milliseconds as the date and time of this browser, in one form for every language: what stands in a column, a
 * reason or another operator's screenshot reads the same everywhere.
 */
export function whenText(ms: number, seconds = false): string {
  const at = new Date(ms)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${timeText(ms, seconds)}`
}

/** The same without its day. */
export function timeText(ms: number, seconds = false): string {
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ''}`
}

/** A moment, with its UTC form at hand. */
export function When({ ms, seconds = false }: { ms: number; seconds?: boolean }) {
  const utc = new Date(ms).toISOString()
  return (
    <time dateTime={utc} title={utc} dir="ltr" className="whitespace-nowrap">
      {whenText(ms, seconds)}
    </time>
  )
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
type Written = { tag: string; unit: (typeof spans)[number][0]; unitDisplay?: 'short' | 'narrow' }
const counted = (count: number, { tag, ...options }: Written): string =>
  partedUnit(new Intl.NumberFormat(tag, { numberingSystem: 'latn', style: 'unit', ...options }).format(count))

/** How long, in the two greatest units: `5 hr 12 min`, `3 days 4 hr`, `40 sec`. */
export function durationText(ms: number, tag: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const first = spans.findIndex(([, span]) => seconds >= span)
  if (first < 0) return counted(0, { tag, unit: 'second' })
  return spans
    .slice(first, first + 2)
    .map(([unit, span], at) => ({
      unit,
      count: at === 0 ? Math.floor(seconds / span) : countWithin(seconds, first + 1),
    }))
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => counted(count, { tag, unit }))
    .join(' ')
}

/** How many of a unit are left beside the whole ones of the next greater. */
const countWithin = (seconds: number, at: number): number =>
  Math.floor((seconds % (spans[at - 1]?.[1] ?? Infinity)) / (spans[at]?.[1] ?? 1))

/** How long, for a narrow column: in the greatest unit of which there are two, so that little of it is cut off: `8h`, `119m`. */
export function narrowDurationText(ms: number, tag: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [unit, span] = spans.find(([, one]) => seconds >= 2 * one) ?? spans[3]
  return counted(Math.floor(seconds / span), { tag, unit, unitDisplay: 'narrow' })
}

/** The present moment, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
