import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { movableClock } from '../src/kernel/movable-clock.ts'
import { readConfig } from '../src/kernel/config.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openSigning } from '../src/kernel/signing.ts'
import { openProduct, type Product } from '../src/product.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type WholeProduct = { product: Product; database: TestDatabase; close(): Promise<void> }

/** The product as it is started, on a database of the test's own: simulated prices, checked results, no rate limits. */
export async function wholeProduct(env: Readonly<Record<string, string>> = {}): Promise<WholeProduct> {
  const database = await testDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-test-'))
  const clock = movableClock(systemClock, 0)
  const product = await openProduct({
    config: readConfig({ DATA_DIR: dir, RATE_LIMITS: 'off', ...env }),
    url: database.url(),
    clock,
    movable: clock,
    log: silentLog,
    signing: openSigning(join(dir, 'keys')),
    simulationSecret: new Uint8Array(32),
    build: 'test',
    headDirs: [join(dir, 'heads')],
    strict: true,
  })
  await product.start()
  return {
    product,
    database,
    async close() {
      await product.stop()
      await database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
