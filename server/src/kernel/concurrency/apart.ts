import { isAway, isSlow } from '../db/db.ts'
import type { Log } from '../log.ts'

export type Apart<T, R> = { run: (some: readonly T[]) => Promise<R[]>; failed: (one: T, cause: unknown) => void }
export type EachApart<T> = { run: (one: T) => Promise<void>; failed: (one: T, cause: unknown) => void }

const endsAll = (cause: unknown): boolean => isAway(cause) && !isSlow(cause)

/**
 * Does something for all at once; where that fails, for each half by itself, so that one whose record is damaged holds up
 * no other. A database that is away fails the whole.
 */
export async function apart<T, R>(all: readonly T[], params: Apart<T, R>): Promise<R[]> {
  if (all.length === 0) return []
  try {
    return await params.run(all)
  } catch (cause) {
    const [only] = all
    if (only === undefined || endsAll(cause)) throw cause
    if (all.length === 1) {
      params.failed(only, cause)
      return []
    }
    const middle = all.length >> 1
    return [...(await apart(all.slice(0, middle), params)), ...(await apart(all.slice(middle), params))]
  }
}

/** Does something for one after the other, whatever fails of another. A database that is away fails the whole. */
export async function eachApart<T>(all: readonly T[], { run, failed }: EachApart<T>): Promise<void> {
  for (const one of all) {
    try {
      await run(one)
    } catch (cause) {
      if (endsAll(cause)) throw cause
      failed(one, cause)
    }
  }
}

/** What a job could not do: each is logged as it fails, and the first is thrown at the end, so that the job has failed. */
export function failuresOf(log: Log, message: string) {
  const causes: unknown[] = []
  return {
    add(row: Readonly<Record<string, string>>, cause: unknown): void {
      causes.push(cause)
      log.error({ ...row, cause: String(cause) }, message)
    },
    throwFirst(): void {
      if (causes.length > 0) throw causes[0]
    },
  }
}

/** Takes one step after the other, whatever fails of another, and throws the first failure at the end. */
export async function everyStep(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const causes: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (cause) {
      causes.push(cause)
    }
  }
  if (causes.length > 0) throw causes[0]
}
