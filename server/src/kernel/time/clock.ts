/** Product time in epoch milliseconds, UTC. Passed to every domain in `deps`; nothing else in the product reads a clock. */
export type Clock = {
  /** Now, as the product sees it. */
  now(): number
  /** Milliseconds that only ever rise; for measuring how long something took. */
  monotonic(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** A clock that stands still until a test moves it. */
export function manualClock(start: number): Clock & { advance(ms: number): void; set(at: number): void } {
  let at = start
  return {
    now: () => at,
    monotonic: () => at,
    advance: (ms) => void (at += ms),
    set: (to) => void (at = to),
  }
}

/** Epoch milliseconds of a timestamp that the database returned. */
export const msOf = (date: Date): number => date.getTime()
/** Epoch milliseconds of an ISO time, as files carry it; NaN where it is none. */
export const msOfIso = (text: string): number => Date.parse(text)
/** A timestamp for the database from epoch milliseconds. */
export const dateOf = (ms: number): Date => new Date(ms)
/** The UTC day of a time as YYYY-MM-DD. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** Epoch milliseconds of the start of a UTC day written YYYY-MM-DD. */
export const startOfUtcDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** When a month of UTC (`2026-11`) begins, and when the next one does: epoch milliseconds. */
export function utcMonth(month: string): { from: number; to: number } {
  const [year = '', nth = ''] = month.split('-')
  const from = new Date(`${year}-${nth}-01T00:00:00Z`)
  return { from: from.getTime(), to: Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1) }
}
