import type { Product } from '../src/app/product.ts'
import { readConfig } from '../src/kernel/config/config.ts'
import { makeDataDir } from '../src/kernel/config/data-dir.ts'
import { everyRole } from '../src/kernel/config/roles.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { buildApp } from '../src/kernel/http/web-build.ts'
import { openLog } from '../src/kernel/log.ts'
import { openCluster } from '../src/kernel/postgres/postgres.ts'
import { spawnPayout } from '../src/payout/spawn-payout.ts'
import { endOnSignals } from '../src/processes/orderly-end.ts'
import { serve } from '../src/processes/serve.ts'
import { isRecorded } from './recorded-instruments.ts'
import { notDurable } from './scratch-cluster.ts'
import { smallCost } from './small-cost.ts'

// A program: the product as `main.ts` opens and serves it in one process, for journeys. Its database does not survive a power
// cut, a password's hash costs nothing, and unless its first argument is `every-price` the instruments that no journey trades
// stand at their opening price.

const config = readConfig(process.env)
makeDataDir(config.dataDir)
const log = openLog(config.logLevel)
const running: { product?: Product; payout?: ReturnType<typeof spawnPayout> } = {}
const built = Promise.all([buildApp('web'), buildApp('console')])
// It is awaited by what serves; until then a failure waits as well.
built.catch(() => {})
const database = await openCluster({ dataDir: config.dataDir, settings: notDurable })
endOnSignals(async () => {
  await Promise.all([running.product?.stop(), running.payout?.stop()])
  await database.stop()
})
// Its standard input is the run's: when that is gone, however, it ends.
process.stdin.resume().on('end', () => process.kill(process.pid, 'SIGTERM'))
const url = database.url()
await migrate(url)
const { port, consolePort } = await serve({
  config,
  url,
  log,
  built,
  roles: everyRole,
  passwordCost: smallCost,
  ...(process.argv[2] === 'every-price' ? {} : { records: isRecorded }),
  opened: (product) => void (running.product = product),
})
running.payout = spawnPayout({ config, url, log })
console.log(`customer app http://localhost:${port}\nconsole http://localhost:${consolePort}`)
