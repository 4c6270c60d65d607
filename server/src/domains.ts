import { join } from 'node:path'
import { emptyRoot } from '@evenhand/proofs/merkle.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import { accountsRoutes, createAccounts, type Accounts, profileRoutes } from './domains/accounts/index.ts'
import { authRoutes, createAuth, type Auth, type IdentityProvider } from './domains/auth/index.ts'
import { booksRoutes, createBooks, createFigures, figuresRoutes } from './domains/books/index.ts'
import { contentRoutes, createContent } from './domains/content/index.ts'
import { createLedger, ledgerRoutes } from './domains/ledger/index.ts'
import { createMarkets, listedCrypto, marketsRoutes, seedsOf, type Markets } from './domains/markets/index.ts'
import { createNotices, noticesRoutes, type Notices } from './domains/notices/index.ts'
import { createOptions, modesOn, optionsRoutes, optionTerms, type Options } from './domains/options/index.ts'
import { createOwnSafeguards, createSafeguards, safeguardsRoutes } from './domains/safeguards/index.ts'
import { openAddressCountry } from './kernel/address-country.ts'
import { licensedIn } from './kernel/feed-settings.ts'
import { openAnnouncements } from './kernel/announcements.ts'
import { openLaneConnection, owned, type Pools } from './kernel/db.ts'
import type { Mounted } from './kernel/http.ts'
import type { Limits } from './kernel/limits.ts'
import { createMail, type Mail } from './kernel/mail.ts'
import type { Mailbox } from './kernel/mailbox.ts'
import { createPasswords } from './kernel/passwords.ts'
import { openSecret } from './kernel/secret.ts'
import { openProfile } from './open-profile.ts'
import type { ProductOf } from './product.ts'
import { sandboxRoutes } from './sandbox/sandbox.routes.ts'
import { tellOfOrders } from './tell-of-orders.ts'

export type DomainsOf = ProductOf & {
  pools: Pools
  limits: Limits
  mailbox: Mailbox | undefined
  identityProviders: readonly IdentityProvider[]
}

/** What everything stands on: money, prices, pages. */
async function openGround({ config, pools, clock, log, ...of }: DomainsOf) {
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log })
  const markets: Markets = await createMarkets({
    pools,
    clock,
    log,
    config: {
      feed: config.feed,
      live: config.providers,
      licensed: licensedIn(config.providers),
      replayDir: config.replayDir,
      retentionDays: config.mode === 'sandbox' ? 3 : null,
      ...(of.tickEveryMs === undefined ? {} : { everyMs: of.tickEveryMs }),
    },
    seeds: seedsOf(of.simulationSecret),
    providers: of.providers,
    optionTerms: () => optionTerms,
    optionModes: (code, kind) => modesOn({ kind, installation: config.mode, licensed: markets.isLicensed(code) }),
  })
  return { ledger, markets, content: createContent() }
}

type Ground = Awaited<ReturnType<typeof openGround>>

/** Who someone is and what may be offered to them. */
function openPeople(of: DomainsOf, { ledger, content, markets }: Ground) {
  const { config, url, pools, clock, log, limits, mailbox } = of
  const mail = createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailbox, clock, log })
  const safeguards = createSafeguards({ countryOf: openAddressCountry(config.geoipFile) })
  const accounts = createAccounts({
    db: owned<'accounts'>(pools.api),
    ledger,
    clock,
    moved: (balance) => notices.say([{ what: 'balances', ...balance }]),
  })
  const auth = createAuth({
    db: owned<'auth'>(pools.api),
    accounts,
    safeguards,
    clock,
    limits,
    passwords: createPasswords(),
    mail,
    log,
    mode: config.mode,
    factorKey: openSecret(join(config.dataDir, 'keys', 'second-factor.key')),
    termsVersion: content.termsVersion,
    mailboxPath: mailbox === undefined ? undefined : '/sandbox/mails',
    publicUrl: config.publicUrl,
    identityProviders: of.identityProviders,
    tellInApp: (event) => notices.tell([event]),
    listen: (heard) => openAnnouncements({ url, role: 'api', clock, log, ...heard }),
  })
  const notices = openNotices(of, { mail, markets, accounts, auth })
  return { mail, safeguards, accounts, auth, notices }
}

type Telling = Pick<Ground, 'markets'> & { mail: Mail; accounts: Accounts; auth: Auth }

/** What customers are told of: in the app, by mail, and of prices that they asked about. */
function openNotices(
  { url, pools, clock, log, limits }: DomainsOf,
  { mail, markets, accounts, auth }: Telling,
): Notices {
  return createNotices({
    db: owned<'notices'>(pools.api),
    clock,
    log,
    limits,
    mail,
    async recipients(accountIds) {
      // Who has left hears nothing more.
      const found = (await accounts.findByAccountIds(accountIds)).filter(({ status }) => status !== 'CLOSED')
      return Promise.all(
        found.map(async ({ id, accountId, email, lang: chosen }) => {
          const lang = langOf(chosen)
          return { accountId, email, lang, phrase: await auth.phraseLineOf(id, lang) }
        }),
      )
    },
    priced(code) {
      const instrument = markets.instrument(code)
      if (instrument === undefined) return undefined
      const price = markets.latest(code)?.price
      const change = markets.dayChange(code) ?? 0n
      return { precision: instrument.precision, standing: price === undefined ? undefined : { price, change } }
    },
    onTicks: markets.onTicks,
    listen: (heard) => openAnnouncements({ url, role: 'api', clock, log, ...heard }),
  })
}

type Products = Ground & ReturnType<typeof openPeople>

/** The products, and the books that seal what they do. A receipt is shown by the books, which know its proofs. */
async function openTrading(of: DomainsOf, { ledger, markets, notices, safeguards, accounts, auth }: Products) {
  const { config, pools, clock, log, signing } = of
  const ownSafeguards = createOwnSafeguards({
    db: owned<'safeguards'>(pools.api),
    clock,
    log,
    mustBeOffered: safeguards.mustBeOffered,
    isOffered: safeguards.mayTrade,
    spent: (which) => options.spent(which),
    tradesSince: (which) => options.tradesSince(which),
    async realBalance(accountId) {
      const usdt = (await ledger.balances(accountId)).find(({ asset }) => asset === 'USDT')
      return (usdt?.free ?? 0n) + (usdt?.held ?? 0n)
    },
    listen: (heard) => openAnnouncements({ url: of.url, role: 'api', clock, log, ...heard }),
  })
  const options: Options = await createOptions({
    db: owned<'options'>(pools.api),
    connect: () => openLaneConnection(of.url, 'api'),
    ledger,
    markets,
    mayTrade: ownSafeguards.mayTrade,
    signer: signing,
    receiptDocument: (which) => books.orderReceipt(which),
    head: () => books.head() ?? { size: 0, root: emptyRoot },
    clock,
    log,
    origin: signing.origin,
    installation: config.mode,
    rateLimits: config.rateLimits,
    ...tellOfOrders({ markets, notices }),
  })
  const { build, headDirs } = of
  const books = createBooks({ db: owned<'books'>(pools.api), clock, log, signing, build, headDirs, options, markets })
  const figures = createFigures({
    db: owned<'books'>(pools.api),
    clock,
    log,
    signing,
    sources: {
      listedCrypto: listedCrypto({ db: owned<'markets'>(pools.api), instruments: markets.instruments }),
      registeredUsers: accounts.registeredUsers,
      realVolume: options.realVolume,
      lateReceipts: options.lateReceipts,
      lossRate: options.lossRate,
    },
  })
  const profile = openProfile({ pools, clock, ledger, auth, options, books, safeguards: ownSafeguards })
  return { options, books, figures, ownSafeguards, profile }
}

/** The domains in their order, each given what it needs by name, and the routes they serve. */
export async function openDomains(of: DomainsOf) {
  const ground = await openGround(of)
  const products = { ...ground, ...openPeople(of, ground) }
  const domains = { ...products, ...(await openTrading(of, products)) }
  const { markets, options } = domains
  const clockRoutes =
    of.movable === undefined
      ? []
      : sandboxRoutes({
          db: owned<'sandbox'>(of.pools.api),
          clock: of.movable,
          async recordSecond() {
            await markets.turn()
            await markets.compacted()
          },
          settle: options.settleNow,
          dueUntil: options.dueUntil,
        })
  const routes: Mounted[] = [
    ...marketsRoutes(domains.markets),
    ...contentRoutes(domains.content),
    ...authRoutes(domains.auth),
    ...accountsRoutes(domains.accounts),
    ...profileRoutes(domains.profile),
    ...optionsRoutes(domains.options),
    ...safeguardsRoutes(domains.ownSafeguards),
    ...noticesRoutes(domains.notices),
    ...booksRoutes(domains.books),
    ...figuresRoutes(domains.figures),
    ...ledgerRoutes(domains.ledger),
    ...clockRoutes,
  ]
  return { ...domains, routes }
}

export type Domains = Awaited<ReturnType<typeof openDomains>>
