import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { createPlaySessions } from './play-sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // The customers are ids alone.
  await database.asOwner('alter table safeguards.play_sessions drop constraint play_sessions_customer_id_fkey')
})
afterAll(() => database.close())

const count = async (): Promise<number> => (await database.asOwner('select from safeguards.play_sessions')).length

test('uses of one moment are written a minute later, five hundred a run, each once', async () => {
  const clock = manualClock(1_770_000_000_000)
  const sessions = createPlaySessions({ db: owned<'safeguards'>(database.pools.api), clock })
  for (let customer = 0; customer < 1200; customer += 1) sessions.note(randomUUID())
  clock.advance(59_000)
  await sessions.storeDue()
  expect(await count()).toBe(0)
  clock.advance(1000)
  const written: number[] = []
  for (let run = 0; run < 4; run += 1) {
    await sessions.storeDue()
    written.push(await count())
  }
  expect(written).toEqual([500, 1000, 1200, 1200])
})
