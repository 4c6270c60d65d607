import { join } from 'node:path'
import { emptyRoot } from '@evenhand/proofs/merkle.ts'
import { createAccounts } from '../domains/accounts/index.ts'
import { createAuth, type IdentityProvider } from '../domains/auth/index.ts'
import type { Books } from '../domains/books/index.ts'
import { createContent } from '../domains/content/index.ts'
import { createKyc, openIdentityCheck, type Kyc } from '../domains/kyc/index.ts'
import { createLedger } from '../domains/ledger/index.ts'
import { createMarkets, seedsOf, type Markets } from '../domains/markets/index.ts'
import { decidedTerms, openRestricted, operatorsPublicRoutes, type OperatorsDb } from '../domains/operators/index.ts'
import {
  createOptions,
  firstRows,
  modesOn,
  openTermsBook,
  optionTerms,
  type Options,
} from '../domains/options/index.ts'
import { createOwnSafeguards, createSafeguards } from '../domains/safeguards/index.ts'
import { waitingDeposit, waitingWithdrawal, type Withdrawals } from '../domains/wallet/index.ts'
import { openAddressCountry } from '../kernel/address-country.ts'
import { licensedIn } from '../kernel/feed-settings.ts'
import { openAnnouncements } from '../kernel/announcements.ts'
import { openLaneConnection, owned, type Pools } from '../kernel/db.ts'
import type { Limits } from '../kernel/limits.ts'
import { createMail } from '../kernel/mail.ts'
import type { Mailbox } from '../kernel/mailbox.ts'
import { createPasswords } from '../kernel/passwords.ts'
import { refuse } from '../kernel/refusal.ts'
import { openSecret } from '../kernel/secret.ts'
import { openBooks, openFigures } from './open-books.ts'
import { openComplaints } from './open-complaints.ts'
import { openFiles } from './open-files.ts'
import { openNotices } from './open-notices.ts'
import { openOperators } from './open-operators.ts'
import { openProfile } from './open-profile.ts'
import { openWallet, type OpenedWallet } from './open-wallet.ts'
import { openWithdrawals } from './open-withdrawals.ts'
import type { ProductOf } from '../product.ts'
import { customerRoutes } from './customer-routes.ts'
import { tellOfOrders } from './tell-of-orders.ts'
import { tellOfTerms } from './tell-of-terms.ts'
import { tellOfTermsOfUse } from './tell-of-terms-of-use.ts'

export type DomainsOf = ProductOf & {
  pools: Pools
  limits: Limits
  mailbox: Mailbox | undefined
  identityProviders: readonly IdentityProvider[]
}

/** What everything stands on: money, prices, pages, pictures. */
async function openGround(domainsOf: DomainsOf) {
  const { config, pools, clock, log, ...of } = domainsOf
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log })
  const operatorsDb: OperatorsDb = owned<'operators'>(pools.api)
  const terms = await openTermsBook({ read: () => decidedTerms(operatorsDb), clock, log })
  const restricted = await openRestricted({ db: operatorsDb, log })
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
    optionTerms: () => optionTerms(terms),
    optionModes: (code, kind) => modesOn({ kind, installation: config.mode, licensed: markets.isLicensed(code) }),
  })
  return { ledger, markets, terms, restricted, operatorsDb, content: createContent(), ...openFiles(domainsOf) }
}

type Ground = Awaited<ReturnType<typeof openGround>>

/** Who someone is and what may be offered to them. */
function openPeople(of: DomainsOf, { ledger, content, markets, files, wrappingKeys }: Ground) {
  const { config, url, pools, clock, log, limits, mailbox } = of
  const mail = createMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    replyTo: config.mailReplyTo,
    mailbox,
    clock,
    log,
  })
  const safeguards = createSafeguards({ countryOf: openAddressCountry(config.geoipFile) })
  const accounts = createAccounts({
    db: owned<'accounts'>(pools.api),
    ledger,
    clock,
    moved: (balance) => notices.say([{ what: 'balances', ...balance }]),
    waitingDeposit,
    waitingWithdrawal,
    birthDateOf: (customerId) => kyc.birthDateOf(customerId),
  })
  const auth = createAuth({
    db: owned<'auth'>(pools.api),
    accounts,
    safeguards,
    clock,
    limits,
    passwords: createPasswords({ cost: of.passwordCost }),
    mail,
    log,
    mode: config.mode,
    factorKey: openSecret(join(config.dataDir, 'keys', 'second-factor.key')),
    termsVersion: content.termsVersion,
    mailboxPath: mailbox === undefined ? undefined : '/sandbox/mails',
    publicUrl: config.publicUrl,
    identityProviders: of.identityProviders,
    tellInApp: (event) => notices.tell([event]),
    confirms: {
      withdraw: (confirmed) => withdrawals.linesOfQuote(confirmed),
      address: (confirmed) => withdrawals.linesOfAddress(confirmed),
      fundpwd: async () => [],
    },
    listen: (heard) => openAnnouncements({ url, role: 'api', clock, log, ...heard }),
  })
  const notices = openNotices(of, { mail, markets, accounts, auth })
  const kyc: Kyc = createKyc({
    db: owned<'kyc'>(pools.api),
    consoleDb: owned<'kyc'>(pools.console),
    clock,
    log,
    accounts,
    files,
    keys: wrappingKeys,
    hashKey: openSecret(join(config.dataDir, 'keys', 'documents.key')),
    tell: notices.tell,
    provider: openIdentityCheck(config.identity, clock.now),
    changed: auth.refreshSessionsOf,
  })
  const withdrawals: Withdrawals = openWithdrawals(of, { ledger, markets, accounts, auth, kyc, notices, files })
  return { mail, safeguards, accounts, auth, notices, kyc, withdrawals }
}

type Products = Ground & ReturnType<typeof openPeople>

/** The products, and the books that seal what they do. A receipt is shown by the books, which know its proofs. */
async function openTrading(of: DomainsOf, products: Products) {
  const { ledger, markets, notices, safeguards, auth, terms, restricted } = products
  const { config, pools, clock, log, signing } = of
  const ownSafeguards = createOwnSafeguards({
    db: owned<'safeguards'>(pools.api),
    clock,
    log,
    mustBeOffered: safeguards.mustBeOffered,
    isOffered: safeguards.mayTrade,
    reached: (limit) => notices.tell([{ template: 'limit.reached', ...limit }]),
    spent: (which) => options.spent(which),
    tradesSince: (which) => options.tradesSince(which),
    paidInSince: (which) => wallet.deposits.paidInSince(which),
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
    mayTrade(asked) {
      const reason = restricted.reasonOf(asked.session.customerId)
      if (reason !== undefined) throw refuse('accountRestricted', { reason })
      return ownSafeguards.mayTrade(asked)
    },
    terms,
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
  const books: Books = openBooks(of, { ...products, options })
  const figures = openFigures(of, { ...products, options })
  const complaints = openComplaints(of, { ...products, options })
  const profile = openProfile({
    pools,
    clock,
    ledger,
    auth,
    options,
    books,
    safeguards: ownSafeguards,
    limits: of.limits,
    installation: config.mode,
    notices,
    kyc: products.kyc,
    complaints,
  })
  const wallet: OpenedWallet = openWallet(of, { ...products, ownSafeguards })
  return { options, books, figures, ownSafeguards, complaints, profile, wallet }
}

/** The domains in their order, each given what it needs by name, and the routes they serve. */
export async function openDomains(of: DomainsOf) {
  const domains = await openCustomerDomains(of)
  const operators = openOperators(of, domains)
  const publicRoutes = operatorsPublicRoutes({
    db: domains.operatorsDb,
    clock: of.clock,
    routes: () => operators.routes.map(({ route }) => route),
  })
  return { ...domains, operators, routes: [...customerRoutes(of, domains), ...publicRoutes] }
}

async function openCustomerDomains(of: DomainsOf) {
  const ground = await openGround(of)
  const products = { ...ground, ...openPeople(of, ground) }
  const domains = { ...products, ...(await openTrading(of, products)) }
  const terms = tellOfTerms({
    clock: of.clock,
    log: of.log,
    notices: domains.notices,
    options: domains.options,
    first: firstRows,
    decided: () => decidedTerms(domains.operatorsDb),
  })
  const { notices, accounts, content } = domains
  const termsOfUse = tellOfTermsOfUse({ log: of.log, notices, accounts, version: content.termsVersion })
  return { ...domains, tellOfTerms: terms, tellOfTermsOfUse: termsOfUse }
}

/** What customers use; the operators' domain stands above it. */
export type CustomerDomains = Awaited<ReturnType<typeof openCustomerDomains>>
export type Domains = Awaited<ReturnType<typeof openDomains>>
