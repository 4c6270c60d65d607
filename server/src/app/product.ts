import { getRealityCheck } from '@evenhand/protocol/safeguards.ts'
import { clockLease } from './clock-lease.ts'
import { composeDomains, type Domains } from './compose.ts'
import { composeModules, type OpenModule } from './compose-modules.ts'
import type { IdentityProvider } from '../domains/auth/index.ts'
import { openSandboxInventory } from '../domains/conversions/index.ts'
import { openSandboxCollectibles } from '../domains/collectibles/index.ts'
import { openSandboxPlans } from '../domains/plans/index.ts'
import type { Providers } from '../domains/markets/index.ts'
import { keyRule } from '../kernel/http/api-key.ts'
import { serveReference } from '../kernel/http/reference/serve-reference.ts'
import { callerAddress, isSecure } from '../kernel/http/caller-address.ts'
import { noOthers, type Bus } from '../kernel/bus/bus.ts'
import { createSharedCount } from '../kernel/bus/shared-count.ts'
import { uuidV7 } from '../kernel/ids.ts'
import { everyRole, type Roles } from '../kernel/config/roles.ts'
import type { Clock } from '../kernel/time/clock.ts'
import type { Config } from '../kernel/config/config.ts'
import { cookieReader } from '../kernel/http/cookies.ts'
import { openOwner, openPools, owned } from '../kernel/db/db.ts'
import { watchDatabase } from '../kernel/db/database-watch.ts'
import { serveHealth, type HealthParams } from '../kernel/http/health.ts'
import { createHttp, mountRoutes, type Mounted } from '../kernel/http/http.ts'
import { closeHttp } from '../kernel/http/close.ts'
import { mountHook } from '../kernel/http/webhook.ts'
import type { MovableClock } from '../kernel/time/movable-clock.ts'
import { createLimits, ipBucketOf, type Limits } from '../kernel/http/rate-limits.ts'
import type { Log } from '../kernel/log.ts'
import type { Module } from '../kernel/module/module.ts'
import { mountMailbox } from '../kernel/mail/mailbox-page.ts'
import { createMailbox, type Mailbox } from '../kernel/mail/mailbox.ts'
import { createSessionSockets } from '../kernel/sockets/session-socket.ts'
import type { PasswordCost } from '../kernel/crypto/passwords.ts'
import type { Signing } from '../kernel/crypto/signing.ts'
import { createBroadcast, routeUpgrades } from '../kernel/sockets/broadcast.ts'
import { openIdentityProviders } from './identity-providers.ts'
import { createLifecycle } from './lifecycle.ts'
import { openOperatorServer } from './operator-server.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

export type { OpenModule } from './compose-modules.ts'

export type ProductParams = {
  config: Config
  /** The database as its owner; every pool takes its own role. */
  url: string
  clock: Clock
  /** The same clock where it may be moved: a sandbox whose prices are not live. */
  movable?: MovableClock
  log: Log
  signing: Signing
  /** What this process does; everything where left out. */
  roles?: Roles
  /** The other processes of the installation; none where left out. */
  bus?: Bus
  /** Called when another process has become the one with the clock, so that this one must end. */
  replaced?: () => void
  /** Place of this process among those that serve customers, from 0. */
  index?: number
  /** Secret from which simulated prices are drawn. */
  simulationSecret: Uint8Array
  build: string
  headDirs: readonly string[]
  /** Milliseconds between ticks where it is not a second: a bench tries how much the rest can take. */
  tickEveryMs?: number
  /** What a password's hash costs where it is not the full price: tests sign in more people a minute than a server does. */
  passwordCost?: PasswordCost
  /** Which instruments are recorded, where not all are: the past week of a sandbox has few. */
  records?: (code: string) => boolean
  /** Who states prices from outside, in place of those that are configured: tests speak for them. */
  providers?: Providers
  /** Who vouches for customers, in place of those that are configured: tests speak for them. */
  identityProviders?: readonly IdentityProvider[]
  /** Tests set it: results are checked against their schemas and refusals against what a route declares. */
  strict?: boolean
}

/** Price sockets in all, and of one address (IPv6: of one /64), behind which a household or an office may be. */
const maxSockets = 20_000
const maxSocketsOfAddress = 50
/** Sockets of customers in all, and new ones of one address. */
const maxSessionSockets = 10_000
const socketRule = { name: 'socket', max: 120, perMs: minuteMs }
const hookRule = { name: 'hook', max: 200, perMs: 10_000 }
const callerRule = { name: 'caller', max: 400, perMs: 10_000 }

type Serving = {
  params: ProductParams
  domains: Domains
  routes: readonly Mounted[]
  health: HealthParams
  limits: Limits
  mailbox: Mailbox | undefined
  identities: ReturnType<typeof openIdentityProviders>
}

/** The customers' server: routes, reference, price socket, and the mailbox of a sandbox. */
function openCustomerServer({ params, domains, routes, health, limits, mailbox, identities }: Serving) {
  const { config, clock, log } = params
  const app = createHttp({ trustProxy: config.trustProxy })
  serveHealth(app, health)
  mountRoutes(app, routes, {
    log,
    findSession: domains.auth.findSession,
    requireStepUp: domains.auth.requireRecentAuth,
    admit({ ip, session, route }) {
      // A customer who signs in again is the same caller.
      limits.take(callerRule, session?.customerId ?? ipBucketOf(ip))
      if (session?.key !== undefined) return limits.take(keyRule, session.key.id)
      // What a program does is no time that a person spends here, and reading the time of the session does not count as activity.
      if (session !== undefined && route.path !== getRealityCheck.path)
        domains.customerSafeguards.noteUse(session.customerId)
    },
    strict: params.strict === true,
    publicUrl: config.publicUrl,
  })
  serveReference(app, { routes, publicUrl: config.publicUrl, rate: callerRule, live: config.mode === 'live' })
  if (mailbox !== undefined) mountMailbox(app, mailbox)
  identities.mount(app)
  mountHook(app, {
    path: '/hooks/identity',
    log,
    async onMessage({ ip, ...message }) {
      limits.take(hookRule, ipBucketOf(ip))
      return domains.kyc.onMessage(message)
    },
  })
  const addressOf = callerAddress(config.trustProxy)
  // Load tests (RATE_LIMITS=off) hold thousands from one address.
  const perAddress = limits.on ? { perAddress: { max: maxSocketsOfAddress, addressOf } } : {}
  const prices = createBroadcast({
    clock,
    snapshot: domains.markets.snapshot,
    maxConnections: maxSockets,
    ...perAddress,
  })
  const secure = isSecure(config.trustProxy)
  const own = createSessionSockets({
    findSession: domains.auth.peekSession,
    addressOf,
    cookiesOf: (request) => cookieReader(request.headers.cookie, secure(request)),
    log,
    maxConnections: maxSessionSockets,
    // Guessing at tokens counts against the caller's address.
    admit: (request) => limits.take(socketRule, addressOf(request)),
    origins: config.publicUrl === undefined ? [] : [config.publicUrl],
    ...perAddress,
  })
  domains.auth.onSessionsEnded(({ customerId }) => own.check(customerId))
  domains.notices.pushTo(own)
  own.talkWith(domains.chats.live.talk)
  routeUpgrades(app.server, { '/message': prices.upgrade, '/ws': own.upgrade })
  return { app, prices, own }
}

/** What a sandbox's house begins with: reserves of its products, plans on offer, and coins to convert into. Once. */
async function openSandboxMoney(
  params: ProductParams,
  { options, contracts, ledger }: Pick<Domains, 'options' | 'contracts' | 'ledger'>,
): Promise<void> {
  const owner = openOwner(params.url)
  try {
    await options.openSandboxReserves(owned<'options'>(owner))
    await contracts.openSandboxReserves(owned<'contracts'>(owner))
    await openSandboxPlans({ db: owned<'plans'>(owner), clock: params.clock, ledger })
    await openSandboxCollectibles({ db: owned<'collectibles'>(owner), clock: params.clock, signer: params.signing })
    await openSandboxInventory({ db: owned<'conversions'>(owner), clock: params.clock, ledger })
  } finally {
    await owner.destroy()
  }
}

/** Logins and money that a sandbox begins with, and what operators can do by the record. */
async function prepare(params: ProductParams, { auth, contracts, ledger, operators, options }: Domains) {
  if (params.config.mode === 'sandbox') await openSandboxMoney(params, { options, contracts, ledger })
  const logins = await auth.ensureSandboxCustomers()
  const operatorLogins = await operators.ensureSandboxOperators()
  await operators.noteCapabilities()
  return { logins, operatorLogins }
}

/** What is prepared once in an installation, as the first module that starts. */
function firstStart(params: ProductParams, domains: Domains) {
  let logins: Awaited<ReturnType<typeof prepare>> | undefined
  const first: Module = {
    name: 'firstStart',
    async start({ isClock }) {
      if (isClock) logins = await prepare(params, domains)
    },
  }
  return { first, logins: () => logins }
}

/** What all domains share: connections, limits, a sandbox's mailbox, who vouches for customers, and the other processes. */
function openShared(params: ProductParams) {
  const { url, config, clock, log, roles = everyRole, bus = noOthers } = params
  return {
    roles,
    bus,
    pools: openPools(url, { watch: watchDatabase({ url, role: 'api', log }) }),
    limits: createLimits({ clock, on: config.rateLimits, bus }),
    mailbox: config.mode === 'sandbox' ? createMailbox(bus) : undefined,
    identities: openIdentityProviders({ config, given: params.identityProviders, bus }),
  }
}

/** The whole product on one database and the two servers that carry it. Nothing runs before `start`. */
export async function openProduct(params: ProductParams & { extra?: readonly OpenModule[] }) {
  const { config, clock, log } = params
  const shared = openShared(params)
  const { pools, limits, mailbox, identities, roles, bus } = shared
  const given = { ...params, ...shared, identityProviders: identities.providers }
  const domains = await composeDomains(given)
  const lease = clockLease({ ...params, watch: pools.watch })
  const { first, logins } = firstStart(params, domains)
  const {
    modules,
    profile,
    operators: operatorsDomain,
    ...parts
  } = composeModules(given, domains, { first: [lease, first], extra: params.extra })
  const lifecycle = createLifecycle(modules, { clock, log, isClock: roles.has('clock') })
  const health = {
    watch: pools.watch,
    build: params.build,
    isReady: lifecycle.isReady,
    sealing: () => domains.books.sealing().state,
  }
  const { app, prices, own } = openCustomerServer({
    params,
    domains,
    routes: parts.routes,
    health,
    limits,
    mailbox,
    identities,
  })
  const connected = createSharedCount(
    { bus, clock, from: uuidV7(clock.now()) },
    { topic: 'sockets', own: prices.connections },
  )
  const sockets = { name: 'evenhand_price_sockets', help: 'Connected price sockets.', read: connected.total }
  const operators = openOperatorServer({
    config,
    clock,
    log,
    limits,
    operators: domains.operators,
    health,
    gauges: [sockets, ...parts.gauges],
    strict: params.strict === true,
  })
  return {
    ...domains,
    modules,
    profile,
    routes: parts.routes,
    app,
    operatorsDomain,
    operators,
    /** Opens what a first start needs, settles what a downtime left, starts feed and jobs; returns the sandbox's logins. */
    async start() {
      if (roles.has('api')) domains.markets.pushTo(prices.send)
      await lifecycle.start()
      const { logins: customers = [], operatorLogins = [] } = logins() ?? {}
      return { logins: customers, operatorLogins, missing: domains.markets.missingSources() }
    },
    /** Ends in the order that loses nothing: no new calls, then what runs, then the database. */
    async stop() {
      lifecycle.leave()
      connected.stop()
      await Promise.all([closeHttp(app), closeHttp(operators), prices.close(), own.close()])
      await lifecycle.stop()
      domains.mail.close()
      await pools.close()
      await bus.close()
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>
