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

/** How long, in the two greatest units: `5 hr 12 min`, `3 days 4 hr`, `40 sec`; narrow: `5h 12m`. */
export function durationText(ms: number, tag: string, unitDisplay: 'short' | 'narrow' = 'short'): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ] as const
  const first = Math.max(
    0,
    parts.findIndex(([, count]) => count > 0),
  )
  const chosen = seconds === 0 ? parts.slice(3) : parts.slice(first, first + 2).filter(([, count]) => count > 0)
  return chosen
    .map(([unit, count]) =>
      new Intl.NumberFormat(tag, { numberingSystem: 'latn', style: 'unit', unit, unitDisplay }).format(count),
    )
    .join(' ')
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
