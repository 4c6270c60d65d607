import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openNatsBus } from '../src/kernel/bus/nats-bus.ts'
import { allRoles, type Role } from '../src/kernel/config/roles.ts'
import { silentLog } from '../src/kernel/log.ts'
import { guessPasswords } from './fixtures/shared-guesses.ts'
import { hasNats, natsServer, onNats } from './nats-server.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import type { TestDatabase } from './database.ts'

// One machine does everything; another one serves customers on its database, and receives it over NATS.
describe.skipIf(!hasNats)(onNats, () => {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-machines-'))
  let server: Awaited<ReturnType<typeof natsServer>>
  let first: WholeProduct
  let second: WholeProduct
  const start = (roles: readonly Role[], database?: TestDatabase): Promise<WholeProduct> => {
    const bus = openNatsBus({ url: server.url, origin: 'evenhand/machines', log: silentLog })
    return wholeProduct({ RATE_LIMITS: 'on' }, database, undefined, { part: { roles: new Set(roles), bus, dir } })
  }
  beforeAll(async () => {
    server = await natsServer()
    first = await start(allRoles)
    second = await start(['api'], first.database)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await server.kill()
    rmSync(dir, { recursive: true, force: true })
  })

  const newest = ({ product }: WholeProduct): number => product.markets.latest('BTCUSDT')?.seq ?? 0
  const recordedThere = async (): Promise<void> => {
    await first.product.markets.tick()
    const recorded = newest(first)
    expect(recorded).toBeGreaterThan(0)
    await expect.poll(() => newest(second), { timeout: 5000 }).toBeGreaterThanOrEqual(recorded)
  }

  test('prices that one machine records are those of the other', recordedThere)

  test('wrong passwords are counted together, whichever machine counts them', async () => {
    const [atFirst, atSecond] = await guessPasswords(first, second)
    expect(atFirst).toBeGreaterThan(3)
    expect(atSecond).toBeLessThan(atFirst)
  })

  test('without NATS both go on, and prices follow the record', async () => {
    await server.kill()
    await recordedThere()
    await server.start()
    await recordedThere()
  })
})
