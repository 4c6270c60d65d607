import { emptyRoot } from '@evenhand/proofs/merkle.ts'
import { createAccounts, accountsRoutes } from './domains/accounts/index.ts'
import { createAuth, authRoutes } from './domains/auth/index.ts'
import { contentRoutes, createContent } from './domains/content/index.ts'
import { createLedger, ledgerRoutes } from './domains/ledger/index.ts'
import { createMarkets, marketsRoutes, seedsOf } from './domains/markets/index.ts'
import { createOptions, optionTerms, optionsRoutes } from './domains/options/index.ts'
import { createSafeguards } from './domains/safeguards/index.ts'
import { booksRoutes, createBooks, createFigures, figuresRoutes } from './domains/books/index.ts'
import { serveReference } from './kernel/api-reference.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import { openLaneConnection, openPools, owned } from './kernel/db.ts'
import { serveHealth } from './kernel/health.ts'
import { createHttp, mountRoutes, type Mounted } from './kernel/http.ts'
import { createLimits, placeOf } from './kernel/limits.ts'
import type { Log } from './kernel/log.ts'
import { createMailbox } from './kernel/mailbox.ts'
import { mountMailbox } from './kernel/mailbox-page.ts'
import { createMail } from './kernel/mail.ts'
import { processGauges, serveMetrics } from './kernel/metrics.ts'
import { createPasswords } from './kernel/passwords.ts'
import { refuse } from './kernel/refusal.ts'
import type { Signing } from './kernel/signing.ts'
import { createBroadcast, routeUpgrades } from './kernel/socket.ts'

export type ProductOf = {
  config: Config
  /** The database as its owner; every pool takes its own role. */
  url: string
  clock: Clock
  log: Log
  signing: Signing
  /** Secret from which simulated prices are drawn. */
  simulationSecret: Uint8Array
  build: string
  headDirs: readonly string[]
  /** Milliseconds between ticks where it is not a second: a bench tries how much the rest can take. */
  tickEveryMs?: number
  /** Tests set it: results are checked against their schemas and refusals against what a route declares. */
  strict?: boolean
}

const callerRule = { name: 'caller', most: 400, perMs: 10_000 }

/**
 * The whole product on one database: the domains in their order, each given what it needs by name, and the two servers
 * that carry them. Nothing runs before `start`.
 */
export async function openProduct(of: ProductOf) {
  const { config, url, clock, log, signing } = of
  const pools = openPools(url)
  const db = pools.api
  const limits = createLimits({ clock, on: config.rateLimits })
  const mailbox = config.mode === 'sandbox' ? createMailbox() : undefined
  const mail = createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailbox, clock, log })

  const ledger = createLedger({ db: owned<'ledger'>(db), clock, log })
  const markets = await createMarkets({
    pools,
    clock,
    log,
    config: {
      feed: config.feed,
      replayDir: config.replayDir,
      retentionDays: config.mode === 'sandbox' ? 3 : null,
      ...(of.tickEveryMs === undefined ? {} : { everyMs: of.tickEveryMs }),
    },
    seeds: seedsOf(of.simulationSecret),
    optionTerms: () => optionTerms,
  })
  const content = createContent()
  const safeguards = createSafeguards()
  const accounts = createAccounts({ db: owned<'accounts'>(db), ledger, clock })
  const auth = createAuth({
    db: owned<'auth'>(db),
    accounts,
    safeguards,
    clock,
    limits,
    passwords: createPasswords(),
    mail,
    log,
    mode: config.mode,
    termsVersion: content.termsVersion,
    mailboxPath: mailbox === undefined ? undefined : '/sandbox/mails',
  })
  const options = await createOptions({
    db: owned<'options'>(db),
    connect: () => openLaneConnection(url, 'api'),
    ledger,
    markets,
    mayTrade({ session, product, mode }) {
      safeguards.mustBeOffered({ product, mode, country: session.country })
      // The questionnaire is not there yet, so nobody has passed it.
      if (mode === 'real') throw refuse('quizNeeded', { product })
    },
    signer: signing,
    receiptDocument: (which) => books.orderReceipt(which),
    head: () => books.head() ?? { size: 0, root: emptyRoot },
    clock,
    log,
    origin: signing.origin,
    installation: config.mode,
    rateLimits: config.rateLimits,
  })
  const books = createBooks({
    db: owned<'books'>(db),
    clock,
    log,
    signing,
    build: of.build,
    headDirs: of.headDirs,
    options,
    markets,
  })
  const figures = createFigures(
    {
      listedCrypto: (since) =>
        markets.instruments().filter(({ type, code }) => type === 2 && (markets.latest(code)?.ts ?? 0) >= since).length,
      registeredUsers: accounts.registeredUsers,
      realVolume: options.realVolume,
    },
    clock,
  )

  const routes: Mounted[] = [
    ...marketsRoutes(markets),
    ...contentRoutes(content),
    ...authRoutes(auth),
    ...accountsRoutes(accounts),
    ...optionsRoutes(options),
    ...booksRoutes(books),
    ...figuresRoutes(figures),
    ...ledgerRoutes(ledger),
  ]
  const app = createHttp({ trustProxy: config.trustProxy })
  let ready = false
  const stops: (() => Promise<void>)[] = []
  serveHealth(app, { db, build: of.build, isReady: () => ready })
  mountRoutes(app, routes, {
    log,
    findSession: auth.findSession,
    admit: ({ ip, session }) => limits.take(callerRule, session?.id ?? placeOf(ip)),
    strict: of.strict === true,
  })
  serveReference(
    app,
    routes.map(({ route }) => route),
  )
  if (mailbox !== undefined) mountMailbox(app, mailbox)
  const prices = createBroadcast({ clock, snapshot: markets.snapshot, maxConnections: 20_000 })
  routeUpgrades(app.server, { '/message': prices.upgrade })

  const operators = createHttp({ trustProxy: false })
  serveHealth(operators, { db, build: of.build, isReady: () => ready })
  serveMetrics(operators, [
    ...processGauges,
    { name: 'evenhand_price_sockets', help: 'Connected price sockets.', read: () => prices.connections() },
  ])

  return {
    app,
    operators,
    routes,
    markets,
    options,
    ledger,
    auth,
    books,
    clock,
    /** Opens what a first start needs, settles what a downtime left, starts feed and jobs; ready when the first prices are there. */
    async start() {
      if (config.mode === 'sandbox') await options.openSandboxReserves()
      const logins = await auth.ensureSandboxCustomers()
      await markets.start()
      await options.start()
      await books.start()
      const jobs = [auth.startJobs(), ledger.startChecks()]
      markets.pushTo(prices.send)
      stops.push(...jobs.map((job) => () => job.stop()))
      ready = true
      return { logins }
    },
    /** Ends in the order that loses nothing: no new calls, then what runs, then the database. */
    async stop() {
      ready = false
      await Promise.all([app.close(), operators.close(), prices.close()])
      await Promise.all(stops.map((stop) => stop()))
      await books.stop()
      await options.stop()
      await markets.stop()
      mail.close()
      await pools.close()
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>
