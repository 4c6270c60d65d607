import { utcText } from '@evenhand/proofs/utc.ts'
import type { PublishedTicks } from '@evenhand/proofs/verify-ticks.ts'
import { publicTicks } from '@evenhand/protocol/books.ts'
import { call } from '../../lib/call.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** From and to in epoch milliseconds; `to` is not included. */
export type Range = { readonly from: number; readonly to: number }

/** Longest piece that is fetched at once: a day is some five megabytes. */
export const longestMs = dayMs
const dayMinutes = 1440

/** The newest part of a range that may be fetched, in whole minutes. */
export function boundedRange({ from, to }: Range): Range {
  const end = Math.ceil(to / minuteMs) * minuteMs
  return { from: Math.max(Math.floor(from / minuteMs) * minuteMs, end - longestMs), to: end }
}

type FetchParams = Range & {
  code: string
  signal: AbortSignal
  /** Called after each response: minutes requested so far, and in all. */
  onProgress: (done: number, all: number) => void
}

/**
 * The sealed ticks of a range, page by page as the server publishes them. Pages without a tick are left out, so a range
 * that was never recorded is an empty list. Throws what `call` throws, and an AbortError when the signal ends it.
 */
export async function fetchTicks({ code, from, to, signal, onProgress }: FetchParams): Promise<PublishedTicks[]> {
  const [first, end] = [from / minuteMs, to / minuteMs]
  const pages: PublishedTicks[] = []
  for (let minute = first; minute < end;) {
    const start = Math.floor(minute / dayMinutes) * dayMinutes
    const until = Math.min(end, start + dayMinutes)
    const day = utcText(start * minuteMs).slice(0, 10)
    const page = (await call(
      publicTicks,
      { code, day, from: minute - start, to: until - start },
      { signal },
    )) as unknown as PublishedTicks
    if (page.segments.length > 0) pages.push(page)
    // Never backwards, whatever the response has: each round requests less than the one before.
    minute = page.next === null ? until : Math.max(minute + 1, start + page.next)
    onProgress(Math.min(minute, end) - first, end - first)
  }
  return pages
}

/** Every tick as a line: time in UTC, seq, price, feed kind, and whether it came too late to decide anything. */
export function ticksCsv(pages: readonly PublishedTicks[]): string {
  const lines = pages.flatMap(({ segments }) =>
    segments.flatMap(({ ticks }) =>
      ticks.map(([seq, ts, price, late, kind]) => `${utcText(ts)},${seq},${price},${kind},${late ? 'late' : ''}`),
    ),
  )
  return ['time,seq,price,kind,late', ...lines, ''].join('\r\n')
}
