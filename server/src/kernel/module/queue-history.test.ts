import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../db/db.ts'
import { queueHistory } from './queue-history.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const hour = (text: string): number => Date.parse(`${text}:00:00Z`)
const now = hour('2026-11-23T12')

test('a case counts as waiting from the day it began to the day before it ended, and in time until it was due', async () => {
  const cases = () => sql`
    select began::timestamptz, due::timestamptz, ended::timestamptz from (values
      -- Began before the first day, and still open.
      ('2026-10-01T10:00Z', '2026-10-02T10:00Z', null),
      -- Began before the first day, ended late in it.
      ('2026-11-19T10:00Z', '2026-11-20T10:00Z', '2026-11-21T23:59:59Z'),
      -- Began and ended on one day, in time to the second.
      ('2026-11-22T00:00Z', '2026-11-22T05:00Z', '2026-11-22T05:00Z'),
      -- Began yesterday, ended today.
      ('2026-11-22T20:00Z', '2026-11-23T20:00Z', '2026-11-23T11:00Z'),
      ('2026-11-23T01:00Z', '2026-11-24T01:00Z', null)) as v(began, due, ended)`
  const days = await queueHistory(database.pools.console, { cases, now, days: 3 })
  expect(days).toEqual([
    { day: hour('2026-11-21T00'), open: 1, ended: 1, inTime: 0 },
    { day: hour('2026-11-22T00'), open: 2, ended: 1, inTime: 1 },
    { day: hour('2026-11-23T00'), open: 2, ended: 1, inTime: 1 },
  ])
})

test('a queue without cases has every day, with nothing in it', async () => {
  const none = () =>
    sql`select null::timestamptz as began, null::timestamptz as due, null::timestamptz as ended where false`
  const days = await queueHistory(database.pools.console, { cases: none, now, days: 30 })
  expect(days).toHaveLength(30)
  expect(days.every(({ open, ended }) => open === 0 && ended === 0)).toBe(true)
})
