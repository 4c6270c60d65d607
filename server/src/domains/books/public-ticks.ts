import { utcText } from '@evenhand/proofs/utc.ts'
import type { PublishedTicks } from '@evenhand/proofs/verify-ticks.ts'
import { sql } from '../../kernel/db/db.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordTypes } from './books.store.ts'
import { headInside, sealedSegments } from './seals-of.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const segmentsAtOnce = 60
const minutesADay = 1440

/** Epoch minutes of the start of a UTC day written YYYY-MM-DD, or undefined when there is no such day. */
function startOfDay(day: string): number | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map((part) => Number.parseInt(part, 10))
  // Days before the month in a year that begins in March (civil calendar), from 1970-01-01.
  const march = (month + 9) % 12
  const y = month <= 2 ? year - 1 : year
  const days =
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * march + 2) / 5) +
    date -
    1 -
    719_468
  return days >= 0 && utcText(days * dayMs).startsWith(day) ? days * minutesADay : undefined
}

/** Minutes of the day; `to` is not included. */
export type TicksRequest = { code: string; day: string; from?: number | undefined; to?: number | undefined }

/**
 * The sealed ticks of an instrument on a UTC day, from and to a minute of the day, at most sixty minutes a response: each
 * minute whole, with its path to the newest signed head. Refuses notFound for an unknown instrument or day.
 */
export async function publicTicks(deps: BooksDeps, request: TicksRequest): Promise<PublishedTicks> {
  const start = startOfDay(request.day)
  if (start === undefined || deps.markets.instrument(request.code) === undefined) throw refuse('notFound')
  const from = start + (request.from ?? 0)
  const until = start + Math.min(request.to ?? minutesADay, minutesADay)
  const [head] = await newestHeads(deps.db, 1)
  if (head === undefined) return { code: request.code, day: request.day, segments: [], head: null, next: null }
  const { rows } = await sql<{ minute: number }>`
    select minute from books.minutes
    join books.records on type = ${recordTypes.ticks} and source = minute and seq < ${head.size}
    where minute >= ${from} and minute < ${until} and ${request.code} = any (codes)
    order by minute limit ${segmentsAtOnce + 1}`.execute(deps.db)
  const minutes = rows.map(({ minute }) => minute)
  const next = minutes[segmentsAtOnce]
  const segments = await sealedSegments(deps, { code: request.code, minutes: minutes.slice(0, segmentsAtOnce), head })
  return {
    code: request.code,
    day: request.day,
    segments,
    head: headInside(head),
    next: next === undefined ? null : next - start,
  }
}
