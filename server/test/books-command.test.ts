import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from './database.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { runCommand } from './run-command.ts'

// It may take as long as a busy machine takes; it ends long before the ten minutes that a statement has.
const audit = async (url: string): Promise<{ code: number; lines: string[] }> => {
  const { code, text } = await runCommand('books.ts', ['audit'], { DATABASE_URL: url })
  return { code, lines: text.trim().split('\n') }
}
const silent = { code: 1, lines: [expect.stringContaining('The database does not respond') as string] }

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

// Both wait for a database that never responds, and no processor meanwhile.
test.concurrent('an audit of a database that accepts and never responds reports so in one line', async () => {
  const swallows = createServer(() => {})
  await once(swallows.listen(0, '127.0.0.1'), 'listening')
  const { port } = swallows.address() as AddressInfo
  const ended = await audit(`postgres://nobody@127.0.0.1:${port}/evenhand`)
  swallows.close()
  expect(ended).toEqual(silent)
})

test.concurrent('an audit whose database falls silent in the middle of a statement reports it in one line', async () => {
  const network = await openFaultProxy(database.url())
  const holder = new pg.Client({ connectionString: database.url() })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table ledger.origins')
  const auditing = audit(network.url)
  await expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await database.asOwner(waiting)).length
    })
    .toBe(1)
  network.freeze()
  await holder.end()
  const ended = await auditing
  await network.close()
  expect(ended).toEqual(silent)
})
