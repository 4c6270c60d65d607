import { getRealityCheck } from '@evenhand/protocol/safeguards.ts'
import { openDomains, type Domains } from './wiring/domains.ts'
import type { IdentityProvider } from './domains/auth/index.ts'
import type { Providers } from './domains/markets/index.ts'
import { serveReference } from './kernel/api-reference.ts'
import { callerAddress, isSecure } from './kernel/caller-address.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import { cookieReader } from './kernel/cookies.ts'
import { openOwner, openPools, owned } from './kernel/db.ts'
import { serveHealth, type HealthOf } from './kernel/health.ts'
import { createHttp, mountRoutes } from './kernel/http.ts'
import { mountHook } from './kernel/http-hook.ts'
import type { MovableClock } from './kernel/movable-clock.ts'
import type { Job } from './kernel/jobs.ts'
import { createLimits, placeOf, type Limits } from './kernel/limits.ts'
import type { Log } from './kernel/log.ts'
import { mountMailbox } from './kernel/mailbox-page.ts'
import { createMailbox, type Mailbox } from './kernel/mailbox.ts'
import { createSessionSockets } from './kernel/session-socket.ts'
import type { PasswordCost } from './kernel/passwords.ts'
import type { Signing } from './kernel/signing.ts'
import { createBroadcast, routeUpgrades } from './kernel/socket.ts'
import { openIdentityProviders } from './wiring/open-identity-providers.ts'
import { openOperatorServer } from './operator-server.ts'

export type ProductOf = {
  config: Config
  /** The database as its owner; every pool takes its own role. */
  url: string
  clock: Clock
  /** The same clock where it may be moved: a sandbox whose prices are not live. */
  movable?: MovableClock
  log: Log
  signing: Signing
  /** Secret from which simulated prices are drawn. */
  simulationSecret: Uint8Array
  build: string
  headDirs: readonly string[]
  /** Milliseconds between ticks where it is not a second: a bench tries how much the rest can take. */
  tickEveryMs?: number
  /** What a password's hash costs where it is not the full price: tests sign in more people a minute than a server does. */
  passwordCost?: PasswordCost
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
const socketRule = { name: 'socket', most: 120, perMs: 60_000 }
const hookRule = { name: 'hook', most: 200, perMs: 10_000 }
const callerRule = { name: 'caller', most: 400, perMs: 10_000 }

type Serving = {
  of: ProductOf
  domains: Domains
  health: HealthOf
  limits: Limits
  mailbox: Mailbox | undefined
  identities: ReturnType<typeof openIdentityProviders>
}

/** The customers' server: routes, reference, price socket, and the mailbox of a sandbox. */
function openCustomerServer({ of, domains, health, limits, mailbox, identities }: Serving) {
  const { config, clock, log } = of
  const app = createHttp({ trustProxy: config.trustProxy })
  serveHealth(app, health)
  mountRoutes(app, domains.routes, {
    log,
    findSession: domains.auth.findSession,
    mustBeProved: domains.auth.mustBeProvedLately,
    admit({ ip, session, route }) {
      // Whoever signs in again is the same caller.
      limits.take(callerRule, session?.customerId ?? placeOf(ip))
      // Being told how long one has been here is not being here.
      if (session !== undefined && route.path !== getRealityCheck.path)
        domains.ownSafeguards.noteUse(session.customerId)
    },
    strict: of.strict === true,
    publicUrl: config.publicUrl,
  })
  serveReference(
    app,
    domains.routes.map(({ route }) => route),
  )
  if (mailbox !== undefined) mountMailbox(app, mailbox)
  identities.mount(app)
  mountHook(app, {
    path: '/hooks/identity',
    log,
    async heard({ ip, ...message }) {
      limits.take(hookRule, placeOf(ip))
      return domains.kyc.heard(message)
    },
  })
  const addressOf = callerAddress(config.trustProxy)
  // Load tests (RATE_LIMITS=off) hold thousands from one address.
  const perAddress = limits.on ? { perAddress: { most: maxSocketsOfAddress, addressOf } } : {}
  const prices = createBroadcast({
    clock,
    snapshot: domains.markets.snapshot,
    maxConnections: maxSockets,
    ...perAddress,
  })
  const secure = isSecure(config.trustProxy)
  const own = createSessionSockets({
    findSession: domains.auth.lookAtSession,
    cookiesOf: (request) => cookieReader(request.headers.cookie, secure(request)),
    log,
    maxConnections: maxSessionSockets,
    // Guessing at tokens counts against whoever guesses.
    admit: (request) => limits.take(socketRule, addressOf(request)),
    origins: config.publicUrl === undefined ? [] : [config.publicUrl],
    ...perAddress,
  })
  domains.auth.onSessionsEnded(({ customerId }) => own.check(customerId))
  domains.notices.pushTo(own)
  routeUpgrades(app.server, { '/message': prices.upgrade, '/ws': own.upgrade })
  return { app, prices, own }
}

/** What runs beside the calls, again and again. */
const startJobs = async ({
  auth,
  ledger,
  operators,
  terms,
  restricted,
  tellOfTerms,
  tellOfTermsOfUse,
  withdrawals,
  wallet,
}: Domains): Promise<Job[]> => [
  auth.startJobs(),
  ledger.startChecks(),
  ledger.startCovering(),
  operators.startJobs(),
  terms.start(),
  restricted.start(),
  tellOfTerms.start(),
  tellOfTermsOfUse.start(),
  withdrawals.start(),
  await wallet.watchChains(),
]

/** What a sandbox's house begins with: the reserve of options, and coins to convert into. Once. */
async function openSandboxMoney(url: string, { options, wallet }: Pick<Domains, 'options' | 'wallet'>): Promise<void> {
  const owner = openOwner(url)
  try {
    await options.openSandboxReserves(owned<'options'>(owner))
    await wallet.openInventory(owned<'wallet'>(owner))
  } finally {
    await owner.destroy()
  }
}

/** The whole product on one database and the two servers that carry it. Nothing runs before `start`. */
export async function openProduct(of: ProductOf) {
  const { config, clock } = of
  const pools = openPools(of.url)
  const limits = createLimits({ clock, on: config.rateLimits })
  const mailbox = config.mode === 'sandbox' ? createMailbox() : undefined
  const identities = openIdentityProviders({ config, given: of.identityProviders })
  const domains = await openDomains({ ...of, pools, limits, mailbox, identityProviders: identities.providers })
  let ready = false
  const health = { db: pools.api, build: of.build, isReady: () => ready }
  const { app, prices, own } = openCustomerServer({ of, domains, health, limits, mailbox, identities })
  const sockets = { name: 'evenhand_price_sockets', help: 'Connected price sockets.', read: prices.connections }
  const operators = openOperatorServer({
    config,
    clock,
    log: of.log,
    limits,
    operators: domains.operators,
    health,
    gauges: [sockets, ...domains.markets.gauges, ...domains.wallet.gauges],
    strict: of.strict === true,
  })
  const { markets, options, books, figures, auth, notices, ownSafeguards, files } = domains
  const stops: (() => Promise<void>)[] = []
  return {
    ...domains,
    app,
    operatorsDomain: domains.operators,
    operators,
    /** Opens what a first start needs, settles what a downtime left, starts feed and jobs; answers the sandbox's logins. */
    async start() {
      if (config.mode === 'sandbox') await openSandboxMoney(of.url, domains)
      const logins = await auth.ensureSandboxCustomers()
      const operatorLogins = await domains.operators.ensureSandboxOperators()
      await domains.operators.noteCapabilities()
      await markets.start()
      await options.start()
      ownSafeguards.start()
      await notices.start()
      files.start()
      domains.kyc.start()
      await books.start()
      figures.start()
      for (const job of await startJobs(domains)) stops.push(() => job.stop())
      markets.pushTo(prices.send)
      ready = true
      return { logins, operatorLogins, missing: markets.missingSources() }
    },
    /** Ends in the order that loses nothing: no new calls, then what runs, then the database. */
    async stop() {
      ready = false
      await Promise.all([app.close(), operators.close(), prices.close(), own.close()])
      await Promise.all(stops.map((stop) => stop()))
      await figures.stop()
      await books.stop()
      await options.stop()
      await ownSafeguards.stop()
      await notices.stop()
      await domains.kyc.stop()
      await files.stop()
      await markets.stop()
      domains.mail.close()
      await pools.close()
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>
