import { accountsModule, assetsRoutes, createProfile, legalHoldsOf, profileModule } from '../domains/accounts/index.ts'
import { addressAddedAfter, addressesModule, addressShared, findBookedAddress } from '../domains/addresses/index.ts'
import { authModule, fundPasswordChangedAfter, fundPasswordModule } from '../domains/auth/index.ts'
import { booksModule, createFigures, figureSourcesOf, figuresModule } from '../domains/books/index.ts'
import { chainModule } from '../domains/chain/index.ts'
import { chatsModule } from '../domains/chats/index.ts'
import { collectiblesModule } from '../domains/collectibles/index.ts'
import { complaintCounts, complaintsModule } from '../domains/complaints/index.ts'
import { contractsModule } from '../domains/contracts/index.ts'
import { contentModule } from '../domains/content/index.ts'
import { conversionsModule } from '../domains/conversions/index.ts'
import { debtsOf, depositsModule, ownersOfAddress } from '../domains/deposits/index.ts'
import { filesModule } from '../domains/files/index.ts'
import { invitesModule } from '../domains/invites/index.ts'
import { kycModule } from '../domains/kyc/index.ts'
import { ledgerModule } from '../domains/ledger/index.ts'
import { liabilitiesModule } from '../domains/liabilities/index.ts'
import { loansModule } from '../domains/loans/index.ts'
import { marketsModule, usdtEquivalent } from '../domains/markets/index.ts'
import { noticesModule } from '../domains/notices/index.ts'
import {
  correctionLines,
  createAlerts,
  createConsole,
  listFailedAlerts,
  operatorNames,
  operatorsModule,
  retryFailedAlert,
} from '../domains/operators/index.ts'
import { optionsModule } from '../domains/options/index.ts'
import { plansModule } from '../domains/plans/index.ts'
import { safeguardsModule } from '../domains/safeguards/index.ts'
import { leavingOf, withdrawalsModule } from '../domains/withdrawals/index.ts'
import { owned } from '../kernel/db/db.ts'
import { openPgListener } from '../kernel/db/pg-listener.ts'
import { createOutbox } from '../kernel/outbox/outbox.ts'
import type { Module, ModuleDeps } from '../kernel/module/module.ts'
import { sandboxModule } from '../sandbox/sandbox.module.ts'
import { carryHolds } from './carry-holds.ts'
import { collect, type Collected } from './collect.ts'
import type { Domains, DomainsParams } from './compose.ts'
import { consoleDeps } from './console-deps.ts'
import { chatsConsoleDeps } from './open-chats.ts'
import { complaintsConsoleDeps } from './open-complaints.ts'
import { depositsConsoleDeps } from './open-deposits.ts'
import { loansConsoleDeps } from './open-loans.ts'
import { publicInterventionRoutes } from './public-interventions.ts'
import { publicWaits } from './public-waits.ts'
import { allCauses } from './ledger-causes.ts'
import { collectNotifications } from './notifications.ts'
import { overdueQueues } from './overdue-queues.ts'
import { searchConsole } from './search.ts'
import { withdrawalRiskSources } from './withdrawal-risk.ts'

/** Opens a module that the product does not have of itself, given all domains. */
export type OpenModule = (deps: Omit<Domains, 'operators'> & ModuleDeps) => Module

/** What each domain brings, in the order of the tiers. */
function domainModules(params: DomainsParams, domains: Domains): Module[] {
  const { config, pools, clock } = params
  const { accounts, books, complaints, content, markets, notices, operators, options, terms } = domains
  const given: ModuleDeps = { pools, clock, operators: operators.forParts }
  const depositsDb = owned<'deposits'>(pools.console)
  const customersOf = async (accountIds: readonly bigint[]) =>
    new Map((await accounts.findByAccountIds(accountIds)).map(({ accountId, id }) => [accountId, id]))
  return [
    ledgerModule(domains.ledger, {
      ...given,
      log: params.log,
      simulated: config.mode === 'sandbox',
      causes: allCauses,
    }),
    marketsModule(markets, given),
    contentModule(content, {
      ...given,
      log: params.log,
      config,
      operatorNames: (ids) => operatorNames(operators.deps.db, ids),
    }),
    noticesModule(notices, {
      ...given,
      customersOf,
      alerts: {
        list: (page) => listFailedAlerts(owned<'operators'>(pools.console), page),
        retry: retryFailedAlert,
      },
    }),
    filesModule(domains.files, given),
    accountsModule(accounts, {
      pools,
      notices,
      termsVersion: () => content.termsVersion,
      ownersOfAddress: (address) => ownersOfAddress(depositsDb, address),
    }),
    authModule(domains.auth, given),
    kycModule(domains.kyc, given),
    safeguardsModule(domains.customerSafeguards, given),
    optionsModule(options, { ...given, log: params.log, markets, notices, terms, receiptDocument: books.orderReceipt }),
    contractsModule(domains.contracts, {
      pools,
      clock,
      markets,
      notices,
      terms: domains.contractTerms,
      customersOf,
      receiptDocument: books.contractReceipt,
    }),
    plansModule(domains.plans, given),
    collectiblesModule(domains.collectibles, given),
    ...moneyModules(params, domains),
    booksModule(books, given),
    liabilitiesModule(domains.liabilities, { sealOf: books.sealOfLiabilities, limits: params.limits }),
    chatsModule(domains.chats, { ...given, ...chatsConsoleDeps(params, domains) }),
    complaintsModule(complaints, { pools, console: complaintsConsoleDeps(params, domains) }),
    operatorsModule(operators, { pools, clock, restricted: domains.restricted, objectionsOf: complaints.statesOf }),
  ]
}

/** Coins in and out, each with what its operators' part needs of others. */
function moneyModules(params: DomainsParams, domains: Domains): Module[] {
  const { pools, clock } = params
  const { accounts, deposits, files, ledger, markets, notices, operators } = domains
  const [api, book] = [pools.api, owned<'addresses'>(pools.console)]
  const cases = {
    clock,
    operators: operators.forParts,
    usernamesOf: async (ids: readonly string[]) =>
      new Map((await accounts.findMany(ids)).map(({ id, username }) => [id, username])),
  }
  const accountOf = async (id: string) => (await accounts.find(id))?.accountId
  const assets = assetsRoutes({
    clock,
    ledger,
    usdtOf: usdtEquivalent({ clock, markets }),
    leavingOf: (customerId) => leavingOf(owned<'withdrawals'>(api), customerId),
    debtsOf: (customerId) => debtsOf(owned<'deposits'>(api), customerId),
  })
  return [
    fundPasswordModule(domains.fundPasswords, {
      pools,
      console: { ...cases, files, accountOf, enqueueNotices: notices.enqueueNotices },
    }),
    depositsModule(deposits, { pools, console: depositsConsoleDeps(params, domains) }),
    withdrawalsModule(domains.withdrawals, {
      pools,
      log: params.log,
      notices,
      console: {
        ...cases,
        ...withdrawalRiskSources(params, domains),
        conditions: { addressAddedAfter, addressShared, fundPasswordChangedAfter },
        addressOf: (id) => findBookedAddress(book, id),
      },
    }),
    conversionsModule(domains.conversions, { pools }),
    loansModule(domains.loans, { pools, console: loansConsoleDeps(params, domains) }),
    addressesModule(domains.addresses, { pools }),
    invitesModule(domains.invites, {
      pools,
      console: { clock, accounts, operators: operators.forParts, enqueueNotices: notices.enqueueNotices },
    }),
    chainModule(domains.chain),
    { name: 'assets', routes: assets },
  ]
}

/** What is shown of all modules together: figures, a customer's own pages, the console, and what the public may know. */
function spanningParts(params: DomainsParams, domains: Domains, parts: Collected) {
  const { config, pools, clock, log, signing, limits, bus } = params
  const { accounts, auth, books, ledger, notices, operators } = domains
  const figures = createFigures({
    db: owned<'books'>(pools.api),
    clock,
    signing,
    bus,
    sources: figureSourcesOf(parts.figures),
    contractFees: domains.contracts.feesPpm,
  })
  const profile = createProfile({
    db: owned<'accounts'>(pools.api),
    clock,
    ledger,
    limits,
    head: books.head,
    installation: config.mode,
    safeguards: domains.customerSafeguards,
    quietHours: notices.quietHours,
    refreshSessions: auth.refreshSessionsOf,
    names: parts.names,
    correctionLines: (ids) => correctionLines(owned<'operators'>(pools.api), ids),
    sections: parts.dataExport,
  })
  const console = createConsole(consoleDeps(params, domains, parts))
  const alerts = createAlerts({
    db: operators.deps.db,
    clock,
    log,
    mail: domains.mail,
    ...config.alerts,
    consoleAddress: operators.consoleAddress,
    sources: [overdueQueues(parts.queues), ...parts.alerts],
  })
  const complaints = owned<'complaints'>(pools.api)
  const spanning: Module = {
    name: 'app',
    routes: [
      ...publicWaits({ clock, queues: parts.queues, complaints: (now) => complaintCounts(complaints, now) }),
      ...publicInterventionRoutes({ pools, clock }),
    ],
    consoleRoutes: searchConsole({ sources: parts.search, accounts }),
    jobs: [alerts.job],
  }
  return { profile, console, modules: [figuresModule(figures), profileModule(profile), console.module, spanning] }
}

/** The modules in the order in which they start; the parts of each are passed to the modules that show those of all. */
export function composeModules(
  params: DomainsParams,
  domains: Domains,
  { first, extra = [] }: { first: readonly Module[]; extra?: readonly OpenModule[] | undefined },
) {
  const { pools, clock, log, movable } = params
  const { content, markets, notices, operators, options } = domains
  const own = domainModules(params, domains)
  const added = extra.map((open) => open({ ...domains, pools, clock, operators: operators.forParts }))
  const { profile, console, modules: spanning } = spanningParts(params, domains, collect([...own, ...added]))
  const modules = [
    // A process that waits for the clock or to record prices follows where the sandbox moved time.
    ...(movable === undefined ? [] : [sandboxModule({ pools, clock: movable, log, markets, options })]),
    ...first,
    ...own,
    ...added,
    ...spanning,
  ]
  const parts = collect(modules)
  const { url } = params
  const outbox = createOutbox({
    db: owned<'outbox'>(pools.api),
    clock,
    subscriptions: parts.subscriptions,
    deliveries: parts.deliveries,
    listen: (on) => openPgListener({ url, role: 'api', clock, log, ...on }),
  })
  content.offer(parts.parameters)
  notices.specify(collectNotifications(modules))
  const accounts = owned<'accounts'>(pools.console)
  operators.add(
    carryHolds(parts.consoleRoutes, (customerIds) => legalHoldsOf(accounts, { customerIds, now: clock.now() })),
  )
  return {
    // Started last and stopped first: a handler may use every domain.
    modules: [...modules, outbox],
    profile,
    operators: { ...operators, runDue: console.runDue },
    routes: parts.routes,
    gauges: [...parts.gauges, ...(outbox.gauges ?? [])],
  }
}
