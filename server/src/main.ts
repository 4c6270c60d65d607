import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock, type Clock } from './kernel/clock.ts'
import { readConfig, SetupError, type Config } from './kernel/config.ts'
import { makeDataDir } from './kernel/data-dir.ts'
import { openPool, owned } from './kernel/db.ts'
import { openLog } from './kernel/log.ts'
import { migrate } from './kernel/migrate.ts'
import { mustBeDurable } from './kernel/postgres-checks.ts'
import { openCluster, type Cluster } from './kernel/postgres.ts'
import { openSecret } from './kernel/secret.ts'
import { movableClock, type MovableClock } from './kernel/movable-clock.ts'
import { openSigning } from './kernel/signing.ts'
import { serveWebApp } from './kernel/web-app.ts'
import { buildApp, consoleFolder, webFolder } from './kernel/web-build.ts'
import { spawnPayout } from './payout/spawn-payout.ts'
import { openProduct, type Product } from './product.ts'
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
 * The machine's clock; in a sandbox it runs as far ahead as somebody has moved it. Live refuses a database where one did,
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

type Running = { product: Product; cluster: Cluster | undefined; payout: { stop(): Promise<void> } | undefined }

async function start(): Promise<Running> {
  const config = readConfig(process.env)
  makeDataDir(config.dataDir)
  const log = openLog(config.logLevel)
  const [{ url, cluster }] = await Promise.all([openDatabase(config), buildApp('web'), buildApp('console')])
  const signing = openSigning(join(config.dataDir, 'keys'))
  const product = await openProduct({
    config,
    url,
    ...(await openClock(config, url)),
    log,
    signing,
    simulationSecret: openSecret(join(config.dataDir, 'keys', 'simulation.seed')),
    build: readBuild(),
    headDirs: [join(config.dataDir, 'heads'), ...(config.headsDir === undefined ? [] : [config.headsDir])],
  })
  const live = config.mode === 'live'
  await serveWebApp(product.app, { folder: webFolder, live, kind: 'customers', address: config.publicUrl })
  await serveWebApp(product.operators, { folder: consoleFolder, live, kind: 'operators', address: config.consoleUrl })
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
  console.log(lines.join('\n'))
  // A live installation runs its payout elsewhere, with keys that this process never sees.
  const payout = live ? undefined : spawnPayout({ config, url, log })
  return { product, cluster, payout }
}

/** One orderly end; a second signal ends at once. */
function endOn(signals: readonly NodeJS.Signals[], { product, cluster, payout }: Running): void {
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), 15_000).unref()
    await Promise.all([product.stop(), payout?.stop()])
    await cluster?.stop()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void end())
}

try {
  const running = await start()
  endOn(['SIGINT', 'SIGTERM', 'SIGHUP'], running)
  void running.cluster?.lost.then((reason) => {
    console.error(reason.message)
    process.exit(1)
  })
} catch (cause) {
  console.error(cause instanceof SetupError ? cause.message : cause)
  process.exit(1)
}
