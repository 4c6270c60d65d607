import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedAccounts } from '../../tools/src/seed-accounts.ts'
import { createLedger } from '../src/domains/ledger/index.ts'
import { systemClock } from '../src/kernel/time/clock.ts'
import { owned } from '../src/kernel/db/db.ts'
import { silentLog } from '../src/kernel/log.ts'
import { isSeeded } from '../src/sandbox/advance-clock.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { people, type People } from './fixtures/customers.ts'

let database: TestDatabase
let them: People
beforeAll(async () => {
  database = await testDatabase()
  them = people(database)
})
afterAll(async () => {
  await them.close()
  await database.close()
})

const broken = async (): Promise<string[]> => {
  const ledger = createLedger({ db: owned<'ledger'>(database.pools.api), clock: systemClock, log: silentLog })
  return (await ledger.audit()).flatMap(({ ok, invariant, detail }) => (ok ? [] : [invariant, ...detail]))
}

it('loads customers whose books add up, twice over', async () => {
  for (const accounts of [300, 200]) await seedAccounts({ url: database.url(), accounts })
  const counted = await database.asOwner(`
    select (select count(*)::int from accounts.customers) as customers, (select count(*)::int from ledger.entries) as entries`)
  expect(counted).toEqual([{ customers: 500, entries: 500 }])
  // By which a live installation knows what it must refuse.
  expect(await isSeeded(owned<'sandbox'>(database.pools.api))).toBe(true)
  expect(await broken()).toEqual([])
})

it('signs some of them in, and lets others register beside them', async () => {
  const { tokens } = await seedAccounts({
    url: database.url(),
    accounts: 50,
    sessions: 5,
    password: 'a shared password',
    at: them.clock.now(),
  })
  expect(tokens).toHaveLength(5)
  const user = await them.post('user/getUserInfo', {}, { token: tokens[4] ?? '' })
  expect(user).toMatchObject({ code: 200 })
  const name = (user.result as { username: string }).username
  const login = await them.post('login/login', { account: name, password: 'a shared password' })
  expect(login.code).toBe(200)
  await them.customer('somebody')
  expect(await broken()).toEqual([])
})

it('refuses a database with real customers', async () => {
  await expect(seedAccounts({ url: database.url(), accounts: 1 })).rejects.toThrow('is no sandbox')
})
