import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { createLedger, type AnyDb } from './index.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('keeps a key for thirty days and then forgets it', async () => {
  const clock = manualClock(1_770_000_000_000)
  const db = owned<'ledger'>(database.pools.api)
  const ledger = createLedger({ db, clock, log: silentLog })
  const accountId = await ledger.openCustomer(db as AnyDb, randomUUID())
  const remember = (key: string) =>
    ledger.remember(db as AnyDb, { accountId, key, route: 'test', request: Buffer.from('request'), ref: randomUUID() })
  await remember('first')
  clock.advance(dayMs)
  await remember('second')
  clock.advance(29 * dayMs)
  expect(await ledger.forgetOldKeys()).toBe(0)
  clock.advance(1)
  expect(await ledger.forgetOldKeys()).toBe(1)
  expect(await ledger.findKey({ accountId, key: 'first' })).toEqual([])
  expect(await ledger.findKey({ accountId, key: 'second' })).toHaveLength(1)
})
