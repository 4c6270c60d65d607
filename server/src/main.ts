import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './app/product.ts'
import { readConfig, SetupError, type Config } from './kernel/config/config.ts'
import { makeDataDir } from './kernel/config/data-dir.ts'
import { isAway } from './kernel/db/db.ts'
import { migrate } from './kernel/db/migrate.ts'
import { buildApp } from './kernel/http/web-build.ts'
import { openLog } from './kernel/log.ts'
import { mustBeDurable } from './kernel/postgres/checks.ts'
import { openCluster, type Cluster } from './kernel/postgres/postgres.ts'
import { spawnPayout } from './payout/spawn-payout.ts'
import { keysDir, openInstallation } from './processes/installation.ts'
import { isClockInPast } from './processes/open-clock.ts'
import { endOnSignals, isEnding } from './processes/orderly-end.ts'
import type { Served } from './processes/serve.ts'
import { supervise } from './processes/supervisor.ts'

/** What has been opened so far. */
type Running = {
  product?: Product
  processes?: ReturnType<typeof supervise>
  database?: Cluster | undefined
  payout?: { stop(): Promise<void> }
  ready: boolean
}

async function openDatabase(config: Config): Promise<{ url: string; database: Cluster | undefined }> {
  const database = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  const url = config.databaseUrl ?? database?.url() ?? ''
  await mustBeDurable(url)
  await migrate(url)
  return { url, database }
}

async function start(running: Running): Promise<void> {
  const config = readConfig(process.env)
  makeDataDir(config.dataDir)
  const log = openLog(config.logLevel)
  const isNew = config.sandboxWeek && config.databaseUrl === undefined && !existsSync(keysDir(config))
  const startProcesses = (): void => {
    if (config.apiProcesses > 0) running.processes ??= supervise({ config, log })
  }
  // They read their programs while the database starts; a week that is played first leaves them no time to.
  if (!isNew) startProcesses()
  const built = Promise.all(config.serveApps ? [buildApp('web'), buildApp('console')] : [])
  // It is awaited below; until then a failure waits as well.
  built.catch(() => {})
  const { url, database } = await openDatabase(config)
  running.database = database
  const installation = openInstallation(config)
  if (isNew || (config.sandboxWeek && database !== undefined && (await isClockInPast(url)))) {
    const { playPastWeek } = await import('./app/past-week/past-week.ts')
    await playPastWeek({ config, url, log, ...installation, announce: console.log })
  }
  startProcesses()
  const served = await serveAll(running, { config, url, log, built })
  if (isEnding()) return
  console.log(linesOf(served, { config, publicKey: installation.signing }).join('\n'))
  // A live installation runs its payout elsewhere, with keys that this process never sees; a sandbox has one.
  if (config.mode !== 'live' && config.roles.has('clock')) running.payout = spawnPayout({ config, url, log })
  running.ready = true
}

type Serving = { config: Config; url: string; log: ReturnType<typeof openLog>; built: Promise<unknown> }

/** Serves in this process, or has the processes serve that were started. */
async function serveAll(running: Running, { built, url, ...params }: Serving): Promise<Served> {
  if (running.processes === undefined) {
    const { serve } = await import('./processes/serve.ts')
    return serve({
      ...params,
      url,
      built,
      roles: params.config.roles,
      opened: (product) => void (running.product = product),
    })
  }
  const { processes } = running
  const served = processes.begin(url)
  served.catch(() => {})
  await built
  processes.built()
  return served
}

type Signing = ReturnType<typeof openInstallation>['signing']

function linesOf(served: Served, { config, publicKey }: { config: Config; publicKey: Signing }): string[] {
  return [
    `Evenhand ${config.mode === 'sandbox' ? 'sandbox (nobody’s money)' : 'live'} is ready after ${process.uptime().toFixed(1)} s.`,
    ...addressesOf(served, config),
    ...served.logins.map(({ username, password }) => `  sandbox login  ${username} / ${password}`),
    ...served.operatorLogins.map(({ name, password }) => `  operator       ${name} / ${password}`),
    ...served.missing.map((sentence) => `  prices         ${sentence}`),
    `  signing key    ${publicKey.publicKey}  (${publicKey.publicKeyFile})`,
  ]
}

/** What this machine serves, by its roles. */
function addressesOf({ port, consolePort }: Served, { mode }: Config): string[] {
  const customers = [
    `  customer app   http://localhost:${port}`,
    `  API reference  http://localhost:${port}/docs`,
    ...(mode === 'sandbox' ? [`  mailbox        http://localhost:${port}/sandbox/mails`] : []),
  ]
  const operators = [
    `  console        http://localhost:${consolePort}`,
    `  metrics        http://localhost:${consolePort}/metrics`,
  ]
  return [...(port === undefined ? [] : customers), ...(consolePort === undefined ? [] : operators)]
}

/** Calls, jobs and payout first, the database last. */
async function stop({ product, processes, payout, database, ready }: Running): Promise<void> {
  const stopped = Promise.all([product?.stop(), processes?.stop(), payout?.stop()])
  // A start of this process alone that is cut short has begun nothing that has to be ended in order.
  await (ready || processes !== undefined ? stopped : Promise.race([stopped.catch(() => {}), wait(3000)]))
  await database?.stop()
}

function printable(cause: unknown): unknown {
  if (cause instanceof SetupError) return cause.message
  return isAway(cause) ? `The database stopped responding during the start (${String(cause)}): start again.` : cause
}

async function run(): Promise<void> {
  const running: Running = { ready: false }
  endOnSignals(() => stop(running))
  try {
    await start(running)
    void running.database?.lost.then((reason) => {
      console.error(reason.message)
      process.exit(1)
    })
  } catch (cause) {
    // What fails because it is being ended is no fault.
    if (isEnding()) return
    console.error(printable(cause))
    process.exit(1)
  }
}

if (cluster.isWorker) await (await import('./processes/worker.ts')).runWorker()
else await run()
