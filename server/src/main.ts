import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock, type Clock } from './kernel/time/clock.ts'
import { readConfig, SetupError, type Config } from './kernel/config/config.ts'
import { makeDataDir } from './kernel/config/data-dir.ts'
import { isAway, openPool, owned } from './kernel/db/db.ts'
import { openLog } from './kernel/log.ts'
import { migrate } from './kernel/db/migrate.ts'
import { mustBeDurable } from './kernel/postgres/checks.ts'
import { openCluster, type Cluster } from './kernel/postgres/postgres.ts'
import { openSecret } from './kernel/crypto/secret.ts'
import { movableClock, type MovableClock } from './kernel/time/movable-clock.ts'
import { openSigning } from './kernel/crypto/signing.ts'
import { serveWebApp } from './kernel/http/web-app.ts'
import { buildApp, consoleFolder, webFolder } from './kernel/http/web-build.ts'
import { spawnPayout } from './payout/spawn-payout.ts'
import { playPastWeek } from './app/past-week/past-week.ts'
import { openProduct, type Product } from './app/product.ts'
import { isSeeded, storedMove } from './sandbox/advance-clock.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function openDatabase(config: Config): Promise<{ url: string; cluster: Cluster | undefined }> {
  const cluster = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  const url = config.databaseUrl ?? cluster?.url() ?? ''
  await mustBeDurable(url)
  await migrate(url)
  return { url, cluster }
}

/**
 * The machine's clock; in a sandbox it runs as far ahead as it was moved. Live refuses a database where it was,
 * and one with made-up customers.
 */
async function openClock(config: Config, url: string): Promise<{ clock: Clock; movable?: MovableClock }> {
  const pool = openPool({ url, role: 'api', max: 1 })
  const sandbox = owned<'sandbox'>(pool)
  const [moved, seeded] = await Promise.all([storedMove(sandbox), isSeeded(sandbox)]).finally(() => pool.destroy())
  if (config.mode === 'live') {
    if (seeded)
      throw new SetupError(
        'MODE=live refuses this database: made-up customers were loaded into it. Use a database of its own.',
      )
    if (moved === 0) return { clock: systemClock }
    throw new SetupError(
      'MODE=live refuses this database: the clock of the sandbox it comes from was moved forward. Use a database of its own.',
    )
  }
  if (config.feed !== 'live') {
    const movable = movableClock(systemClock, moved)
    return { clock: movable, movable }
  }
  // The prices of exchanges are of now: a clock ahead of them would see them all as old.
  if (moved === 0) return { clock: systemClock }
  throw new SetupError('FEED=live cannot run on this database: its clock was moved forward. Use another DATA_DIR.')
}

/** Version and, in a checkout, the commit: what every signed head says runs. */
function readBuild(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const head = join(root, '.git', 'HEAD')
  if (!existsSync(head)) return version
  const text = readFileSync(head, 'utf8').trim()
  const ref = text.startsWith('ref: ') ? join(root, '.git', text.slice(5)) : undefined
  const commit = ref === undefined ? text : existsSync(ref) ? readFileSync(ref, 'utf8').trim() : ''
  return commit === '' ? version : `${version}+${commit.slice(0, 12)}`
}

async function listen(product: Product, config: Config): Promise<{ port: number; consolePort: number }> {
  const on = async (server: Product['app'], port: number, variable: string): Promise<number> => {
    try {
      await server.listen({ port, host: config.host })
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'EADDRINUSE')
        throw new SetupError(
          `Port ${port} is taken by another program: stop that one, or set ${variable} to a free port.`,
        )
      if (code === 'EACCES')
        throw new SetupError(`Port ${port} may not be opened by this user: set ${variable} to a port above 1023.`)
      throw cause
    }
    return (server.server.address() as AddressInfo).port
  }
  return {
    port: await on(product.app, config.port, 'PORT'),
    consolePort: await on(product.operators, config.consolePort, 'CONSOLE_PORT'),
  }
}

/** What has been opened so far. */
type Running = { product?: Product; cluster?: Cluster | undefined; payout?: { stop(): Promise<void> }; ready: boolean }

async function start(running: Running): Promise<void> {
  const config = readConfig(process.env)
  makeDataDir(config.dataDir)
  const log = openLog(config.logLevel)
  const builds = config.serveApps ? [buildApp('web'), buildApp('console')] : []
  const built = Promise.all(builds)
  // It is awaited below; until then a failure waits as well.
  built.catch(() => {})
  const { url, cluster } = await openDatabase(config)
  running.cluster = cluster
  const signing = openSigning(join(config.dataDir, 'keys'))
  const params = {
    config,
    url,
    log,
    signing,
    simulationSecret: openSecret(join(config.dataDir, 'keys', 'simulation.seed')),
    build: readBuild(),
    headDirs: [join(config.dataDir, 'heads'), ...(config.headsDir === undefined ? [] : [config.headsDir])],
  }
  if (config.sandboxWeek && cluster !== undefined) await playPastWeek({ ...params, announce: console.log })
  const product = await openProduct({ ...params, ...(await openClock(config, url)) })
  running.product = product
  await built
  const live = config.mode === 'live'
  if (config.serveApps) {
    await serveWebApp(product.app, { folder: webFolder, live, kind: 'customers', address: config.publicUrl })
    await serveWebApp(product.operators, { folder: consoleFolder, live, kind: 'operators', address: config.consoleUrl })
  }
  if (config.mode === 'live' && (await product.auth.hasSandboxCustomers())) {
    throw new SetupError(
      'MODE=live refuses this database: it holds the sandbox customers whose passwords are public. Use a database of its own.',
    )
  }
  if (config.mode === 'live' && (await product.operatorsDomain.hasSandboxOperators())) {
    throw new SetupError(
      'MODE=live refuses this database: it holds the sandbox operators whose passwords are public. Use a database of its own.',
    )
  }
  const [{ logins, operatorLogins, missing }, ports] = await Promise.all([product.start(), listen(product, config)])
  const lines = [
    `Evenhand ${config.mode === 'sandbox' ? 'sandbox (nobody’s money)' : 'live'} is ready after ${process.uptime().toFixed(1)} s.`,
    `  customer app   http://localhost:${ports.port}`,
    `  API reference  http://localhost:${ports.port}/docs`,
    ...(config.mode === 'sandbox' ? [`  mailbox        http://localhost:${ports.port}/sandbox/mails`] : []),
    `  console        http://localhost:${ports.consolePort}`,
    `  metrics        http://localhost:${ports.consolePort}/metrics`,
    ...logins.map(({ username, password }) => `  sandbox login  ${username} / ${password}`),
    ...operatorLogins.map(({ name, password }) => `  operator       ${name} / ${password}`),
    ...missing.map((sentence) => `  prices         ${sentence}`),
    `  signing key    ${signing.publicKey}  (${signing.publicKeyFile})`,
  ]
  if (isEnding()) return
  console.log(lines.join('\n'))
  // A live installation runs its payout elsewhere, with keys that this process never sees.
  if (!live) running.payout = spawnPayout({ config, url, log })
  running.ready = true
}

let endingSince: number | undefined
const isEnding = (): boolean => endingSince !== undefined

/** Calls, jobs and payout first, the database last. */
async function stop({ product, payout, cluster, ready }: Running): Promise<void> {
  const stopped = Promise.all([product?.stop(), payout?.stop()])
  // A start that is cut short has begun nothing that has to be ended in order.
  await (ready ? stopped : Promise.race([stopped.catch(() => {}), wait(3000)]))
  await cluster?.stop()
}

/** A terminal, npm and the start script each pass on the one signal that was sent. */
const sameSignalMs = 1000

/** One orderly end; a second signal ends at once. */
function endOn(signals: readonly NodeJS.Signals[], running: Running): void {
  const end = async (): Promise<void> => {
    if (endingSince !== undefined) {
      if (systemClock.monotonic() - endingSince < sameSignalMs) return
      process.exit(1)
    }
    endingSince = systemClock.monotonic()
    setTimeout(() => {
      console.error('The product could not be ended in order within 15 seconds: it is ended as it is.')
      process.exit(1)
    }, 15_000).unref()
    await stop(running)
    process.exit(0)
  }
  const failed = (cause: unknown): never => {
    console.error(cause)
    return process.exit(1)
  }
  for (const signal of signals) process.on(signal, () => void end().catch(failed))
}

function printable(cause: unknown): unknown {
  if (cause instanceof SetupError) return cause.message
  return isAway(cause) ? `The database stopped answering during the start (${String(cause)}): start again.` : cause
}

const running: Running = { ready: false }
endOn(['SIGINT', 'SIGTERM', 'SIGHUP'], running)
try {
  await start(running)
  void running.cluster?.lost.then((reason) => {
    console.error(reason.message)
    process.exit(1)
  })
} catch (cause) {
  // What fails because it is being ended is no fault.
  if (!isEnding()) {
    console.error(printable(cause))
    process.exit(1)
  }
}
