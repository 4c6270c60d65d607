import type { CheckedFile } from './checked-file.ts'
import type { FromWorker } from './check-worker.ts'
import type { Problem } from './open-file.ts'

const maxShown = 50

export type Keys = { from: 'browser'; since: number; changed: boolean } | { from: 'file'; name: string }
export type Progress = { readonly name: string; readonly done: number; readonly all: number }
export type Check = {
  /** The newest first. */
  readonly results: readonly CheckedFile[]
  readonly problem: Problem | undefined
  readonly keys: Keys | undefined
  /** Undefined while nothing is checked. */
  readonly progress: Progress | undefined
}

export const before: Check = { results: [], problem: undefined, keys: undefined, progress: undefined }

/** What is shown after a message of the worker. A file that waited for heads gives its location to what came of it since. */
export function withMessage(now: Check, message: FromWorker): Check {
  if (message.is === 'keys') return { ...now, keys: { from: 'file', name: message.keys.name } }
  if (message.is === 'progress') return { ...now, progress: message }
  if (message.is !== 'result') return now
  const { result, again } = message
  const isReplaced = (old: CheckedFile): boolean => again && old.state === 'waits' && old.name === result.name
  return { ...now, results: [result, ...now.results.filter((old) => !isReplaced(old))].slice(0, maxShown) }
}
