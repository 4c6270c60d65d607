import { readFileSync } from 'node:fs'

/** One event of a recording: `ts` and `dur` by the clock, `tdur` what its thread used of a core, in microseconds. */
type Recorded = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

/** A task that is longer than this keeps a finger waiting. */
const blockingAfterMs = 50

/**
 * For how many ms the tasks of a page's main thread block it after the first paint, on a device `slower` times slower than
 * this machine: what each needs over 50 ms. A task lasts as long as its own thread computes, so other work on the machine,
 * which paints and records the page on the same two cores, does not count. `file`: a recording of one visit.
 */
export function blockedByCpu(file: string, slower: number): number {
  const { traceEvents: events } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: Recorded[] }
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  )
  const painted = events.findLast(({ name, pid }) => name === 'firstContentfulPaint' && pid === start?.pid)
  if (!start || !painted) throw new Error(`${file} records no visit that painted`)
  return events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name === 'RunTask' && ph === 'X' && pid === start.pid && tid === start.tid && ts >= painted.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slower - blockingAfterMs), 0)
}
