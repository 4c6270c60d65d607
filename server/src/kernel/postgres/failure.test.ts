import { expect, test } from 'vitest'
import { explain, isPassing } from './failure.ts'

const at = '2026-11-27 10:00:00 UTC [12]'
const explained = (...lines: string[]): string =>
  explain(lines.map((line) => `${at} ${line}`).join('\n'), '/data').message

test('a database that was ended while it started reports it, and nothing of damage', () => {
  expect(
    explained(
      'LOG:  starting PostgreSQL 18',
      'LOG:  received fast shutdown request',
      'LOG:  database system is shut down',
    ),
  ).toBe(`The database was ended while it started (${at} LOG:  database system is shut down): start again.`)
  expect(explain('', '/data').message).toBe('The database was ended while it started (no message): start again.')
  // Our own session came while the log was replayed, and was refused.
  for (const response of [
    'the database system is starting up',
    'the database system is not yet accepting connections',
    'the database system is shutting down',
    'terminating connection due to administrator command',
  ])
    expect(explained(`FATAL:  ${response}`, 'LOG:  database system is shut down')).toContain(
      'was ended while it started',
    )
})

test('damage is named by the first complaint, also after sessions that were refused', () => {
  expect(
    explained('FATAL:  the database system is starting up', 'PANIC:  could not locate a valid checkpoint record'),
  ).toBe(
    'The data folder /data is damaged (could not locate a valid checkpoint record): restore it from a backup, or set DATA_DIR to another folder.',
  )
})

test('the lock of a postmaster that starts or ends is waited for', () => {
  for (const lock of ['lock file "postmaster.pid" is empty', 'lock file "postmaster.pid" already exists']) {
    expect(isPassing(`${at} FATAL:  ${lock}`)).toBe(true)
    expect(explained(`FATAL:  ${lock}`)).toContain('is in use by another Evenhand')
  }
})
