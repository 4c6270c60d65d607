import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { movableClock } from '../src/kernel/movable-clock.ts'
import { readConfig } from '../src/kernel/config.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openSigning } from '../src/kernel/signing.ts'
import { openProduct, type Product } from '../src/product.ts'
import { smallCost } from './small-cost.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type WholeProduct = { product: Product; database: TestDatabase; close(): Promise<void> }

/** The product as it is started, on a database of the test's own: simulated prices, checked results, no rate limits. */
export async function wholeProduct(
  env: Readonly<Record<string, string>> = {},
  /** Beside another one, on its database: it serves calls, and leaves prices and jobs of the books to the first. */
  shared?: TestDatabase,
): Promise<WholeProduct> {
  const database = shared ?? (await testDatabase())
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
    passwordCost: smallCost,
    strict: true,
  })
  const jobs = shared === undefined ? await product.start().then(() => undefined) : product.auth.startJobs()
  return {
    product,
    database,
    async close() {
      await jobs?.stop()
      await product.stop()
      if (shared === undefined) await database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
