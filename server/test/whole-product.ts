import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/time/clock.ts'
import { movableClock } from '../src/kernel/time/movable-clock.ts'
import type { Bus } from '../src/kernel/bus/bus.ts'
import { readConfig } from '../src/kernel/config/config.ts'
import type { Roles } from '../src/kernel/config/roles.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openSigning } from '../src/kernel/crypto/signing.ts'
import { createLifecycle } from '../src/app/lifecycle.ts'
import { openProduct, type OpenModule, type Product } from '../src/app/product.ts'
import { isRecorded } from './recorded-instruments.ts'
import { smallCost } from './small-cost.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type WholeProduct = { product: Product; database: TestDatabase; close(): Promise<void> }

type Added = {
  /** Whether every instrument is recorded. */
  everyPrice?: boolean
  /** Modules that the product does not have of itself. */
  extra?: readonly OpenModule[]
  /** What they need in the database before anything reads it. */
  prepare?: (database: TestDatabase) => Promise<void>
  /** One of several processes of an installation: what it does, how it exchanges messages with the others, and the folder they share. */
  part?: { roles: Roles; bus: Bus; dir: string }
}

/** The product as it is started, on a database of the test's own: simulated prices, checked results, no rate limits. */
export async function wholeProduct(
  env: Readonly<Record<string, string>> = {},
  /** Beside another one, on its database: it serves calls, and leaves prices and jobs of the books to the first. */
  shared?: TestDatabase,
  /** Where the product reaches its database, when that is not where the database is. */
  reachedAt?: (url: string) => Promise<string>,
  { extra = [], prepare, everyPrice = false, part }: Added = {},
): Promise<WholeProduct> {
  const database = shared ?? (await testDatabase())
  await prepare?.(database)
  const dir = part?.dir ?? mkdtempSync(join(tmpdir(), 'evenhand-test-'))
  const clock = movableClock(systemClock, 0)
  const product = await openProduct({
    config: readConfig({ DATA_DIR: dir, RATE_LIMITS: 'off', ...env }),
    url: (await reachedAt?.(database.url())) ?? database.url(),
    clock,
    movable: clock,
    log: silentLog,
    signing: openSigning(join(dir, 'keys')),
    simulationSecret: new Uint8Array(32),
    build: 'test',
    headDirs: [join(dir, 'heads')],
    passwordCost: smallCost,
    strict: true,
    ...(everyPrice ? {} : { records: isRecorded }),
    extra,
    ...part,
  })
  // A second process is notified of sessions, and leaves the rest to the first.
  const besides = createLifecycle(shared === undefined || part !== undefined ? [] : [product.auth], {
    clock,
    log: silentLog,
  })
  await (shared === undefined || part !== undefined ? product.start() : besides.start())
  return {
    product,
    database,
    async close() {
      await besides.stop()
      await product.stop()
      if (shared === undefined) await database.close()
      if (part === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}
