import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { createLimits } from '../../kernel/http/rate-limits.ts'
import { silentLog } from '../../kernel/log.ts'
import { createPasswords } from '../../kernel/crypto/passwords.ts'
import { createOperators } from './index.ts'

const clock = manualClock(1_773_144_440_000)
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const open = (mode: 'sandbox' | 'live') =>
  createOperators({
    db: owned<'operators'>(database.pools.console),
    clock,
    log: silentLog,
    limits: createLimits({ clock, on: true }),
    passwords: createPasswords(),
    mail: { send: async () => {}, close: () => {} },
    consoleAddress: 'http://localhost:3001',
    mode,
    secret: Buffer.alloc(32, 3),
  })

test('a live installation has no software authenticator, makes no such operators, and sees those of a sandbox', async () => {
  const live = open('live')
  expect(live.authenticator).toBeUndefined()
  expect(await live.ensureSandboxOperators()).toEqual([])
  expect(await live.hasSandboxOperators()).toBe(false)
  expect(await open('sandbox').ensureSandboxOperators()).toHaveLength(14)
  expect(await live.hasSandboxOperators()).toBe(true)
})

test('what operators can do is written once, and again when it is something else', async () => {
  const operators = open('sandbox')
  const written = async () =>
    (await database.asOwner(`select seq from operators.audit_entries where act = 'capabilities.served'`)).length
  await operators.noteCapabilities()
  await operators.noteCapabilities()
  expect(await written()).toBe(1)
  const [first] = operators.routes
  if (first === undefined) throw new Error('no route')
  operators.add([{ ...first, route: { ...first.route, path: '/swx/admin/another' } }])
  await operators.noteCapabilities()
  expect(await written()).toBe(2)
})
