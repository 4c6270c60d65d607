import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { createLedger, type AnyDb, type Ledger } from './index.ts'

let database: TestDatabase
let ledger: Ledger
let key: string
let account: bigint

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ db: owned(database.pools.api), clock: manualClock(1_770_000_000_000), log: silentLog })
})
beforeEach(async () => {
  account = await ledger.openCustomer(owned(database.pools.api) as AnyDb, randomUUID())
  key = `${account}/2`
})
afterAll(() => database.close())

type Handle = Pick<typeof database.owner, 'getExecutor'>

const changedSince = async (since: string | null): Promise<{ upto: string; keys: string[] | null }> => {
  const { rows } = await sql<{ upto: string; keys: string | null }>`
    select * from ledger.changed_since(${since}::xid8)`.execute(database.owner)
  return { upto: rows[0]!.upto, keys: rows[0]!.keys?.split(' ') ?? null }
}
const setAside = (db: Handle = database.owner) =>
  sql`select ledger.set_aside(gen_random_uuid(), ${account}, 2::smallint, 1, now())`.execute(
    db as typeof database.owner,
  )

/** A reading from which on the balance is not named: transactions of other databases may hold it back for a while. */
async function settled(): Promise<string> {
  let { upto } = await changedSince(null)
  await expect
    .poll(async () => {
      const { keys, upto: next } = await changedSince(upto)
      upto = next
      return keys
    })
    .not.toContain(key)
  return upto
}

it('names a balance that a statement changed, and not for ever', async () => {
  const from = await settled()
  await setAside()
  expect((await changedSince(from)).keys).toContain(key)
  await settled()
})

it('names a balance whose transaction was open at one reading, and ended before the next', async () => {
  const from = await settled()
  const { upto } = await database.owner.transaction().execute(async (tx) => {
    await setAside(tx)
    const during = await changedSince(from)
    expect(during.keys).not.toContain(key)
    return during
  })
  expect((await changedSince(upto)).keys).toContain(key)
})

it('has all balances read where a change may be forgotten', async () => {
  const from = await settled()
  await setAside()
  expect((await changedSince(from)).keys).toContain(key)
  await expect
    .poll(async () => {
      await sql`select ledger.forget_changes()`.execute(database.owner)
      return (await changedSince(from)).keys
    })
    .toBeNull()
  expect((await changedSince((await changedSince(null)).upto)).keys).not.toBeNull()
})
