import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withdrawalsFixture, type Fixture } from '../../test/fixtures/withdrawals.ts'
import { silentLog } from '../kernel/log.ts'
import { spawnPayout } from './spawn-payout.ts'

let fixture: Fixture
const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-payout-'))
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(async () => {
  await fixture.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('pays as a process of its own, with a key of its own, and ends with the process that started it', async () => {
  const owner = await fixture.ready('owner', { USDT: '300' })
  await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  // The sandbox's clock is where this test's stands.
  await fixture.database.asOwner('update sandbox.clock set moved_ms = $1', [fixture.clock.now() - Date.now() + 1000])
  const config = { dataDir, logLevel: 'error', sanctionsFile: undefined }
  const payout = spawnPayout({ config, url: fixture.database.url(), log: silentLog })
  try {
    await vi.waitFor(async () => expect((await fixture.list(owner))[0]?.status).toBe('COMPLETED'), {
      timeout: 60_000,
      interval: 200,
    })
  } finally {
    await payout.stop()
  }
  expect(statSync(join(dataDir, 'keys', 'payout.key')).mode & 0o777).toBe(0o600)
  const left = await fixture.database.asOwner(
    `select 1 from pg_stat_activity where application_name = 'evenhand-payout' and datname = current_database()`,
  )
  expect(left).toEqual([])
  expect(await fixture.broken()).toEqual([])
})

it('is started again where the system could not start it, and can be stopped then', async () => {
  const logged: object[] = []
  const log = { ...silentLog, error: (what: object) => void logged.push(what) } as typeof silentLog
  const { execPath } = process
  process.execPath = '/no/such/program'
  const config = { dataDir, logLevel: 'error', sanctionsFile: undefined }
  const payout = spawnPayout({ config, url: fixture.database.url(), log })
  try {
    await vi.waitFor(() => expect(logged).toHaveLength(2), { timeout: 60_000 })
  } finally {
    await payout.stop()
    process.execPath = execPath
  }
})
