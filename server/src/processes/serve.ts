import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { namedPages } from '../app/named-pages.ts'
import { openProduct, type Product, type ProductParams } from '../app/product.ts'
import { checkSigningKey } from '../domains/books/index.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import { openNatsBus } from '../kernel/bus/nats-bus.ts'
import { SetupError, type Config } from '../kernel/config/config.ts'
import { everyRole, type Roles } from '../kernel/config/roles.ts'
import type { Signing } from '../kernel/crypto/signing.ts'
import { openPool, owned } from '../kernel/db/db.ts'
import { serveWebApp } from '../kernel/http/web-app.ts'
import { consoleFolder, webFolder } from '../kernel/http/web-build.ts'
import type { Log } from '../kernel/log.ts'
import { openInstallation } from './installation.ts'
import { openClock } from './open-clock.ts'
import { endForAnotherStart } from './orderly-end.ts'

export type ServeParams = Pick<ProductParams, 'records' | 'passwordCost'> & {
  config: Config
  url: string
  log: Log
  roles: Roles
  /** How it receives messages of the other processes of this machine; with NATS_URL it receives those of every machine there instead. */
  bus?: Bus
  /** Place of this process among those that serve customers, from 0. */
  index?: number
  /** Resolves when both apps are built. */
  built: Promise<unknown>
  /** Called before the product is started, so that it can be stopped while it starts. */
  opened: (product: Product) => void
}
/** What a process serves, for the lines that a start prints. */
export type Served = Omit<Awaited<ReturnType<Product['start']>>, 'missing'> & {
  missing: readonly string[]
  port?: number
  consolePort?: number
}

/** Opens the product with some roles and serves what they have. Throws a SetupError for what an operator has to change. */
export async function serve({ config, url, built, opened, ...params }: ServeParams): Promise<Served> {
  const { roles, log } = params
  const installation = openInstallation(config)
  const { natsUrl } = config
  const { origin } = installation.signing
  if (natsUrl !== undefined || config.roles !== everyRole) await checkKeys(url, installation.signing)
  const product = await openProduct({
    ...params,
    config,
    url,
    ...installation,
    ...(await openClock(config, url)),
    ...(natsUrl !== undefined && { bus: openNatsBus({ url: natsUrl, origin, log }) }),
    replaced: endForAnotherStart,
  })
  opened(product)
  await built
  const live = config.mode === 'live'
  const [customers, operators] = [roles.has('api'), roles.has('console')]
  if (config.serveApps && customers)
    await serveWebApp(product.app, {
      folder: webFolder,
      live,
      kind: 'customers',
      address: config.publicUrl,
      named: namedPages(product),
    })
  if (config.serveApps && operators)
    await serveWebApp(product.operators, { folder: consoleFolder, live, kind: 'operators', address: config.consoleUrl })
  if (live) await refuseSandboxPeople(product)
  const { host } = config
  const [started, port, consolePort] = await Promise.all([
    product.start(),
    customers ? listen(product.app, { host, port: config.port, variable: 'PORT' }) : undefined,
    operators ? listen(product.operators, { host, port: config.consolePort, variable: 'CONSOLE_PORT' }) : undefined,
  ])
  return { ...started, ...(port !== undefined && { port }), ...(consolePort !== undefined && { consolePort }) }
}

async function checkKeys(url: string, signing: Signing): Promise<void> {
  const pool = openPool({ url, role: 'api', max: 1 })
  await checkSigningKey(owned<'books'>(pool), signing).finally(() => pool.destroy())
}

async function refuseSandboxPeople(product: Product): Promise<void> {
  if (await product.auth.hasSandboxCustomers())
    throw new SetupError(
      'MODE=live refuses this database: it holds the sandbox customers whose passwords are public. Use a database of its own.',
    )
  if (await product.operatorsDomain.hasSandboxOperators())
    throw new SetupError(
      'MODE=live refuses this database: it holds the sandbox operators whose passwords are public. Use a database of its own.',
    )
}

type Listening = { host: string; port: number; variable: string }

async function listen(server: FastifyInstance, { host, port, variable }: Listening): Promise<number> {
  try {
    await server.listen({ port, host })
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
