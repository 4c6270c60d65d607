import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SetupError } from '../config/config.ts'

/** The one major version this program reads and writes. */
export const major = '18'

/** Refuses, before anything is started, data that another version made. */
export function mustBeOurVersion(dataFolder: string): void {
  const file = join(dataFolder, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new SetupError(
      `The data folder ${dataFolder} is damaged (PG_VERSION is missing): restore it from a backup, or set DATA_DIR to another folder.`,
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return
  const whose = Number(found) > Number(major) ? 'a newer version' : 'an older version'
  throw new SetupError(
    `The data folder ${dataFolder} is from ${whose} of the program (PostgreSQL ${found}, this one has ${major}): start that version, or set DATA_DIR to another folder.`,
  )
}

/** The error of a second start on a data folder that a running program uses. */
export const inUse = (dataFolder: string): SetupError =>
  new SetupError(
    `The data folder ${dataFolder} is in use by another Evenhand: stop that one, or set DATA_DIR to another folder.`,
  )

// What a predecessor that is still dying leaves behind; gone within seconds.
// A lock file is empty for a moment while another postmaster takes it.
const passing =
  /lock file "[^"]+" (already exists|is empty)|pre-existing shared memory block|Is another (postmaster|postgres)/

/** True when PostgreSQL did not start because an earlier one has not quite ended. */
export const isPassing = (tail: string): boolean => passing.test(tail)

// What a postmaster responds during its start and its stop, and to sessions that it ends: no reason to end.
const expectedFatal =
  /FATAL:\s+(the database system is (starting up|shutting down|not yet accepting|in recovery)|terminating connection due to)/

/** The first line with the reason why PostgreSQL stopped; undefined where it was ended, and gave none. */
const complaintOf = (tail: string): string | undefined =>
  tail
    .split('\n')
    .find((line) => /\b(PANIC|FATAL):/.test(line) && !expectedFatal.test(line))
    ?.replace(/^.*?\b(PANIC|FATAL):\s*/, '')
    .trim()

const lastLine = (tail: string): string =>
  tail
    .split('\n')
    .findLast((line) => line.trim() !== '')
    ?.trim() ?? 'no message'

/** PostgreSQL's last words as one sentence that states what to do. */
export function explain(tail: string, dataFolder: string): SetupError {
  if (isPassing(tail)) return inUse(dataFolder)
  const message = complaintOf(tail)
  // Ended from outside, as by the signal that ended the program before: nothing is wrong with the files.
  if (message === undefined) {
    return new SetupError(`The database was ended while it started (${lastLine(tail)}): start again.`)
  }
  if (/No space left on device/.test(tail)) {
    return new SetupError(`The disk that holds ${dataFolder} is full: free some space and start again.`)
  }
  // Only numbers that PostgreSQL ever gave out speak of another version; anything else is a spoilt file.
  if (/initialized with (PG_CONTROL_VERSION 1\d{3}|CATALOG_VERSION_NO 20\d{7})\b/.test(tail)) {
    return new SetupError(
      `The data folder ${dataFolder} is from another version of the program: start that version, or set DATA_DIR to another folder.`,
    )
  }
  if (/could not (map anonymous|create|open|resize) shared memory|Cannot allocate memory/.test(tail)) {
    return new SetupError(`The database found too little memory (${message}): free some memory and start again.`)
  }
  return new SetupError(
    `The data folder ${dataFolder} is damaged (${message}): restore it from a backup, or set DATA_DIR to another folder.`,
  )
}

/**
 * True when PostgreSQL responds, but only that it cannot read its files: missing or unreadable (58…), or with a
 * wrong checksum (XX001, XX002) or nonsense in them (XX000).
 */
export const speaksOfDamage = (cause: unknown): cause is pg.DatabaseError =>
  cause instanceof pg.DatabaseError && cause.code !== undefined && /^(58|XX)/.test(cause.code)
