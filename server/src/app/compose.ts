import { join } from 'node:path'
import { createAccounts, listHeldCustomers } from '../domains/accounts/index.ts'
import {
  contractModesOn,
  openContract,
  openContractTerms,
  termsOnOffer,
  tradesSince as contractsSince,
} from '../domains/contracts/index.ts'
import { createAuth, type IdentityProvider } from '../domains/auth/index.ts'
import { createKyc, openIdentityCheck, verifiedBirthDateOf } from '../domains/kyc/index.ts'
import { allCauses } from './ledger-causes.ts'
import { createLedger } from '../domains/ledger/index.ts'
import { createMarkets, seedsOf } from '../domains/markets/index.ts'
import {
  createOperators,
  decidedContractTerms,
  decidedTerms,
  openRestricted,
  type OperatorsDb,
} from '../domains/operators/index.ts'
import {
  createOptions,
  createOrderRecord,
  hasTerms,
  modesOn,
  openTermsBook,
  optionTerms,
  notifyOrders,
  tradesSince as optionsSince,
} from '../domains/options/index.ts'
import { createCustomerSafeguards, createSafeguards, spent, type Safeguards } from '../domains/safeguards/index.ts'
import { findAddress, linesOfAddress } from '../domains/addresses/index.ts'
import { addressOn } from '../domains/chain/index.ts'
import { depositedSince, waitingDeposit } from '../domains/deposits/index.ts'
import { leadsAuction } from '../domains/collectibles/index.ts'
import { openLoan } from '../domains/loans/index.ts'
import { linesOfQuote, waitingWithdrawal } from '../domains/withdrawals/index.ts'
import { openAddressCountry } from '../kernel/http/address-country.ts'
import { licensedIn } from '../kernel/config/feed-settings.ts'
import { openPgListener } from '../kernel/db/pg-listener.ts'
import { openLaneConnection, owned, type Pools } from '../kernel/db/db.ts'
import type { Limits } from '../kernel/http/rate-limits.ts'
import { createMail } from '../kernel/mail/mail.ts'
import type { Mailbox } from '../kernel/mail/mailbox.ts'
import { createPasswords } from '../kernel/crypto/passwords.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { openBooks } from './open-books.ts'
import { openLiabilities } from './open-liabilities.ts'
import { openContent } from './open-content.ts'
import { openContracts } from './open-contracts.ts'
import { openComplaints } from './open-complaints.ts'
import { openChats } from './open-chats.ts'
import { openFiles } from './open-files.ts'
import { openNotices } from './open-notices.ts'
import { openInvites } from './open-invites.ts'
import { openMoneyProducts } from './open-money-products.ts'
import { openDeposits } from './open-deposits.ts'
import { openWithdrawals } from './open-withdrawals.ts'
import { mayTrade, tradesOfAll } from './policies.ts'
import type { ProductParams } from './product.ts'

export type DomainsParams = ProductParams &
  Required<Pick<ProductParams, 'roles' | 'bus'>> & {
    pools: Pools
    limits: Limits
    mailbox: Mailbox | undefined
    identityProviders: readonly IdentityProvider[]
  }

/** What everything stands on: money, prices, pages, pictures and notices. */
async function composeGround(input: DomainsParams) {
  const { config, pools, clock, log, mailbox } = input
  const mail = createMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    replyTo: config.mailReplyTo,
    mailbox,
    clock,
    log,
  })
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log, held: allCauses.held })
  const operatorsDb: OperatorsDb = owned<'operators'>(pools.api)
  const decided = () => decidedTerms(operatorsDb)
  const terms = { ...(await openTermsBook({ read: decided, clock, log })), decided }
  const decidedContracts = () => decidedContractTerms(operatorsDb)
  const contractTerms = {
    ...(await openContractTerms({ read: decidedContracts, clock, log })),
    decided: decidedContracts,
  }
  const restricted = await openRestricted({ db: operatorsDb, clock })
  const markets = await createMarkets({
    pools,
    clock,
    log,
    config: {
      feed: config.feed,
      live: config.providers,
      licensed: licensedIn(config.providers),
      replayDir: config.replayDir,
      // A sandbox's first week stays checkable to its first receipt.
      retentionDays: config.mode === 'sandbox' ? 8 : null,
      ...(input.tickEveryMs === undefined ? {} : { everyMs: input.tickEveryMs }),
    },
    seeds: seedsOf(input.simulationSecret),
    providers: input.providers,
    isFeed: input.roles.has('feed'),
    bus: input.bus,
    records: input.records,
    contractTerms: (instrument) => termsOnOffer(contractTerms, instrument),
    optionTerms: (_code, floor) => optionTerms(terms, floor),
    optionModes: (_code, kind, { floor, licensed }) =>
      modesOn({ kind, installation: config.mode, licensed, hasTerms: hasTerms(terms, floor) }),
    contractModes: (kind) => contractModesOn({ kind, installation: config.mode }),
  })
  const notices = openNotices(input, { mail, markets })
  return {
    mail,
    ledger,
    markets,
    terms,
    contractTerms,
    restricted,
    operatorsDb,
    notices,
    content: openContent(input),
    ...openFiles(input),
  }
}

type Ground = Awaited<ReturnType<typeof composeGround>>

/** Who a customer is, how that is proved, and what may be offered to which customer. */
function composePeople(input: DomainsParams, ground: Ground) {
  const { config, url, pools, clock, log, limits, mailbox } = input
  const { ledger, content, files, wrappingKeys, mail, notices } = ground
  const book = owned<'addresses'>(pools.api)
  const quotes = {
    db: owned<'withdrawals'>(pools.api),
    clock,
    findAddress: (params: { customerId: string; id: string }) => findAddress(book, { ...params, now: clock.now() }),
  }
  const kycDb = owned<'kyc'>(pools.api)
  const safeguards = createSafeguards({ countryOf: openAddressCountry(config.geoipFile) })
  const accounts = createAccounts({
    db: owned<'accounts'>(pools.api),
    ledger,
    clock,
    moved: (balance) => notices.publish([{ what: 'balances', ...balance }]),
    waitingDeposit,
    waitingWithdrawal,
    openLoan,
    leadsAuction,
    openContract,
    birthDateOf: (customerId) => verifiedBirthDateOf({ db: kycDb, keys: wrappingKeys }, customerId),
  })
  const auth = createAuth({
    db: owned<'auth'>(pools.api),
    outboxDb: owned<'outbox'>(pools.api),
    accounts,
    safeguards,
    clock,
    limits,
    bus: input.bus,
    passwords: createPasswords({ cost: input.passwordCost }),
    mail,
    log,
    mode: config.mode,
    factorKey: openSecret(join(config.dataDir, 'keys', 'second-factor.key')),
    termsVersion: () => content.termsVersion,
    mailboxPath: mailbox === undefined ? undefined : '/sandbox/mails',
    publicUrl: config.publicUrl,
    identityProviders: input.identityProviders,
    enqueueNotices: notices.enqueueNotices,
    zoneOf: notices.zoneOf,
    confirms: {
      withdraw: (confirmed) => linesOfQuote(quotes, confirmed),
      address: async ({ boundTo }) => linesOfAddress({ addressOn }, boundTo),
      fundpwd: async () => [],
    },
    listen: (onMessage) => openPgListener({ url, role: 'api', clock, log, ...onMessage }),
  })
  const kyc = createKyc({
    db: kycDb,
    consoleDb: owned<'kyc'>(pools.console),
    clock,
    log,
    accounts,
    files,
    keys: wrappingKeys,
    hashKey: openSecret(join(config.dataDir, 'keys', 'documents.key')),
    enqueueNotices: notices.enqueueNotices,
    provider: openIdentityCheck(config.identity, clock.now),
    changed: auth.refreshSessionsOf,
  })
  const customerSafeguards = composeCustomerSafeguards(input, { ledger, notices, safeguards })
  return { safeguards, accounts, auth, kyc, customerSafeguards }
}

/** What customers set and took upon themselves; it reads their orders and deposits, and knows no product. */
function composeCustomerSafeguards(
  { url, pools, clock, log, signing }: DomainsParams,
  { ledger, notices, safeguards }: Pick<Ground, 'ledger' | 'notices'> & { safeguards: Safeguards },
) {
  const db = owned<'safeguards'>(pools.api)
  const deposits = owned<'deposits'>(pools.api)
  return createCustomerSafeguards({
    db,
    clock,
    log,
    signer: signing,
    mustBeOffered: safeguards.mustBeOffered,
    isOffered: safeguards.mayTrade,
    reached: (limit) => notices.enqueueNotices(pools.api, [{ template: 'limit.reached', ...limit }]),
    spent: (which) => spent(db, which),
    tradesSince: tradesOfAll([
      (which) => optionsSince(owned<'options'>(pools.api), which),
      (which) => contractsSince(owned<'contracts'>(pools.api), which),
    ]),
    paidInSince: (which) => depositedSince(deposits, which),
    async realBalance(accountId) {
      const usdt = (await ledger.balances(accountId)).find(({ asset }) => asset === 'USDT')
      return (usdt?.free ?? 0n) + (usdt?.held ?? 0n)
    },
    listen: (onMessage) => openPgListener({ url, role: 'api', clock, log, ...onMessage }),
  })
}

type People = Ground & ReturnType<typeof composePeople>

/** The products. The log reads orders, and the call that places one reads the log: its receipt names the newest head. */
async function composeProducts(input: DomainsParams, people: People) {
  const { ledger, markets, notices, customerSafeguards, terms, restricted, kyc } = people
  const { config, pools, clock, log, signing } = input
  const moneyOut = openWithdrawals(input, people)
  const moneyIn = openDeposits(input, people)
  const moneyProducts = openMoneyProducts(input, people)
  const record = { db: owned<'options'>(pools.api), ledger, markets, terms, origin: signing.origin }
  const liabilities = openLiabilities(input, people)
  const books = openBooks(input, { ...people, liabilities, orders: createOrderRecord(record) })
  const invites = openInvites(input, people)
  const contracts = openContracts(input, { ...people, invites })
  const options = await createOptions({
    ...record,
    connect: () => openLaneConnection(input.url, 'api', { watch: pools.watch }),
    identityRefusal: kyc.refusal,
    mayTrade: mayTrade({ restrictionOf: restricted.restrictionOf, safeguards: customerSafeguards.mayTrade }),
    signer: signing,
    receiptDocument: books.orderReceipt,
    head: books.head,
    clock,
    log,
    installation: config.mode,
    rateLimits: config.rateLimits,
    bus: input.bus,
    otherByKey: contracts.responseByKey,
    ...(input.index !== undefined && { processIndex: input.index }),
    ...notifyOrders({ markets, notices }),
  })
  return { ...moneyOut, ...moneyIn, ...moneyProducts, liabilities, books, options, invites, contracts }
}

/** The operators' record and passkeys: every part of the console uses them, so they come before the parts. */
const composeOperators = (input: DomainsParams, { mail }: Pick<Ground, 'mail'>) =>
  createOperators({
    db: owned<'operators'>(input.pools.console),
    clock: input.clock,
    log: input.log,
    limits: input.limits,
    // A few people sign in here: they wait for each other rather than take a core from the customers.
    passwords: createPasswords({ running: 1, waiting: 10, cost: input.passwordCost }),
    mode: input.config.mode,
    mail,
    consoleAddress: input.config.consoleUrl ?? `http://localhost:${input.config.consolePort}`,
    secret: openSecret(join(input.config.dataDir, 'keys', 'operators.key')),
    heldCustomers: (page) =>
      listHeldCustomers(owned<'accounts'>(input.pools.console), { ...page, now: input.clock.now() }),
  })

/** The domains in the order of their tiers, each given by name what it needs of those before it. */
export async function composeDomains(input: DomainsParams) {
  const ground = await composeGround(input)
  const operators = composeOperators(input, ground)
  const people = { ...ground, ...composePeople(input, ground) }
  const products = { ...people, ...(await composeProducts(input, people)) }
  const chats = openChats(input, products)
  return { ...products, operators, chats, complaints: openComplaints(input, { ...products, chats }) }
}

export type Domains = Awaited<ReturnType<typeof composeDomains>>
