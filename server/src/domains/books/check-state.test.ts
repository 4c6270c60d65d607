import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { batchRow, booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import { checkAlerts } from './check-alerts.ts'
import type { Books } from './index.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = fixture.open()
  await books.seal()
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

const states = async (params = books) =>
  Object.fromEntries((await params.checkStates()).map(({ kind, state }) => [kind, state]))
const alerts = async () => checkAlerts(await books.checkStates())
const stateOf = async (kind: string) => (await books.checkStates()).find((check) => check.kind === kind)

test('an "ok" is one for as long as its check runs again, and none after that', async () => {
  await books.audit()
  await books.auditCauses()
  await books.replay({ from: 0, to: 1 })
  await fixture.ledger.check()
  expect(await states()).toEqual({ log: 'ok', causes: 'ok', settlements: 'ok', ledger: 'ok', sealing: 'ok' })
  const [first] = await books.checkStates()
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['at', 'compared', 'findings', 'kind', 'ok', 'state', 'tookMs'])
  fixture.clock.advance(20 * minuteMs)
  expect(await states()).toEqual({ log: 'ok', causes: 'ok', settlements: 'ok', ledger: 'stale', sealing: 'stale' })
  // Late is not wrong: the alert states which of the two it is. Sealing that stands still is a fault and has its finding.
  expect(await alerts()).toEqual([
    { kind: 'checkStale', subject: 'ledger', count: 0 },
    { kind: 'checkFailed', subject: 'sealing', count: 1 },
  ])
  fixture.clock.advance(2 * hourMs)
  expect(await states()).toMatchObject({ log: 'ok', causes: 'ok', settlements: 'stale' })
  fixture.clock.advance(25 * hourMs)
  expect(await states()).toMatchObject({ log: 'stale', causes: 'stale' })
  expect((await books.checkStates()).map(({ ok }) => ok)).toEqual([false, false, false, false, false])
})

test('what was never checked is not ok, and what differs reports where', async () => {
  expect(await stateOf('log')).toMatchObject({ at: null, ok: false, state: 'stale' })
  expect((await alerts()).map(({ subject }) => subject)).not.toContain('log')
  await database.asOwner(batchRow('11'.repeat(32)))
  await books.seal()
  await database.asOwner(
    `set session_replication_role = replica; update books.records set payload = sha256('x') where seq = 0`,
  )
  await books.audit()
  expect(await stateOf('log')).toMatchObject({ ok: false, state: 'failed' })
  expect(await alerts()).toContainEqual(expect.objectContaining({ kind: 'checkFailed', subject: 'log' }))
  expect((await stateOf('log'))?.findings).toContainEqual(expect.objectContaining({ at: 'record 0 (receipts)' }))
})

test('a result without a valid signature counts for nothing, is named, and keeps no check from running again', async () => {
  await fixture.run(1, () => 5_000_000n)
  await books.audit()
  await books.auditCauses()
  await books.replay({ from: 0, to: 1 })
  await fixture.ledger.check()
  await database.asOwner(`
    set session_replication_role = replica;
    update ledger.checks set ok = false;
    insert into ledger.checks values ('9999-01-01', true, '[]', 1);
    update books.checks set ok = false, findings = '[{"at": "entry 1"}]' where kind = 'causes';
    insert into books.checks select kind, at + ${hourMs}, true, 5, '[]', 1, signature from books.checks where kind <> 'causes'`)
  fixture.clock.advance(2 * hourMs)
  expect(await states()).toMatchObject({ log: 'ok', causes: 'stale', settlements: 'stale', ledger: 'stale' })
  await books.jobs.find(({ name }) => name === 'check the books')?.run()
  expect(await states()).toMatchObject({ log: 'ok', causes: 'ok', settlements: 'ok' })
  await books.audit()
  expect((await stateOf('log'))?.findings.map(({ at }) => at)).toEqual([
    expect.stringMatching(/^check \w+ at \d+$/),
    expect.stringMatching(/^check \w+ at \d+$/),
    expect.stringMatching(/^check \w+ at \d+$/),
  ])
})

test('sealing that fails is behind after five minutes, with the reason, and ok when it goes on', async () => {
  let why: string | undefined = 'the key cannot be read'
  const failing = fixture.open({
    signing: {
      ...fixture.signing,
      sign(message) {
        if (why !== undefined) throw new Error(why)
        return fixture.signing.sign(message)
      },
    },
  })
  await expect(failing.seal()).rejects.toThrow('the key cannot be read')
  fixture.clock.advance(6 * minuteMs)
  await expect(failing.seal()).rejects.toThrow()
  expect(failing.sealing()).toMatchObject({ state: 'behind', why: 'the key cannot be read' })
  const [sealing] = (await failing.checkStates()).filter(({ kind }) => kind === 'sealing')
  expect(sealing).toMatchObject({ ok: false, findings: [{ found: 'the key cannot be read' }] })
  why = undefined
  await failing.seal()
  expect(failing.sealing()).toMatchObject({ state: 'ok', why: null })
})

test('a node of the log that is gone breaks sealing by its name, and takes no document away', async () => {
  for (const digit of ['1', '2', '3']) await database.asOwner(batchRow(digit.repeat(64)))
  await books.seal()
  await database.asOwner(
    `set session_replication_role = replica; delete from books.nodes where level = 0 and index = 2`,
  )
  const restarted = fixture.open()
  await expect(restarted.seal()).rejects.toThrow('the log lacks its node 0/2')
  expect(restarted.sealing()).toMatchObject({ state: 'broken', why: 'the log lacks its node 0/2' })
  expect((await restarted.audit()).findings).toContainEqual({ at: 'node 0/2', found: 'gone' })
  expect(await restarted.publicListings({})).toMatchObject({ events: [] })
  expect(await states(restarted)).toMatchObject({ log: 'failed', sealing: 'failed' })
})

test('a verification runs on its own, is joined by every call meanwhile, and returns what it found to each', async () => {
  const ended: boolean[] = []
  const note = async ({ ok }: { ok: boolean }) => void ended.push(ok)
  expect(books.verification.begin(note).running).toEqual({ done: 0, total: 0 })
  expect(books.verification.begin(note).running).not.toBeNull()
  await expect.poll(() => books.verification.state().running, { timeout: 10_000 }).toBeNull()
  expect(books.verification.state().last).toMatchObject({ ok: true, findings: [] })
  expect(ended).toEqual([true, true])
})
