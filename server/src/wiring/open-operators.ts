import { join } from 'node:path'
import type { CustomerDomains, DomainsOf } from './domains.ts'
import { searchCustomers } from '../domains/accounts/index.ts'
import { booksConsole } from '../domains/books/index.ts'
import { complaintsConsole } from '../domains/complaints/index.ts'
import { kycConsole } from '../domains/kyc/index.ts'
import { exploreLedger, ledgerConsole } from '../domains/ledger/index.ts'
import { marketsConsole } from '../domains/markets/index.ts'
import { createOperators } from '../domains/operators/index.ts'
import { depositsConsole, fundResetConsole, withdrawalsConsole } from '../domains/wallet/index.ts'
import { owned } from '../kernel/db.ts'
import type { MountedOperator, OperatorDeps } from '../kernel/operator-call.ts'
import { createPasswords } from '../kernel/passwords.ts'
import { openSecret } from '../kernel/secret.ts'
import { complaintsConsoleDeps } from './open-complaints.ts'
import { operatorQueues } from './operator-queues.ts'
import { depositsConsoleDeps } from './open-wallet.ts'

const moneyOut = (of: DomainsOf, { accounts }: CustomerDomains, operators: OperatorDeps) => ({
  db: owned<'wallet'>(of.pools.console),
  clock: of.clock,
  operators,
  usernamesOf: async (ids: readonly string[]) =>
    new Map((await accounts.findMany(ids)).map(({ id, username }) => [id, username])),
})

/** The parts of other domains that serve the console, each given what it needs of the operators' record and passkeys. */
const parts = (of: DomainsOf, domains: CustomerDomains, operators: OperatorDeps): readonly MountedOperator[] => [
  ...ledgerConsole({ ...operators, db: owned<'ledger'>(of.pools.console) }),
  ...marketsConsole({
    ...operators,
    db: owned<'markets'>(of.pools.console),
    clock: of.clock,
    markets: domains.markets,
  }),
  ...booksConsole({
    ...operators,
    books: domains.books,
    asConsole: (run) => of.pools.console.transaction().execute(run),
  }),
  ...kycConsole(domains.kyc.deps, operators),
  ...complaintsConsole(complaintsConsoleDeps(of, domains, operators)),
  ...depositsConsole(depositsConsoleDeps(of, domains, operators)),
  ...withdrawalsConsole(moneyOut(of, domains, operators)),
  ...fundResetConsole({
    ...moneyOut(of, domains, operators),
    files: domains.files,
    accountOf: async (id) => (await domains.accounts.find(id))?.accountId,
    tell: domains.notices.tell,
  }),
]

/** The operators' domain over all others: it knows their console parts, and they know nothing of it. */
export function openOperators(of: DomainsOf, domains: CustomerDomains) {
  const { config, pools, clock, log, limits } = of
  const operators = createOperators({
    db: owned<'operators'>(pools.console),
    clock,
    log,
    limits,
    // A few people sign in here: they wait for each other rather than take a core from the customers.
    passwords: createPasswords({ running: 1, waiting: 10, cost: of.passwordCost }),
    mode: config.mode,
    mail: domains.mail,
    consoleAddress: config.consoleUrl ?? `http://localhost:${config.consolePort}`,
    secret: openSecret(join(config.dataDir, 'keys', 'operators.key')),
  })
  const { accounts, ledger, options, books, notices } = domains
  operators.addOwn({
    searchCustomers: (search) => searchCustomers(owned<'accounts'>(pools.console), search),
    findCustomer: accounts.find,
    balances: (accountId) => ledger.balances(accountId),
    tellWith: domains.notices.tellWith,
    statement: ledger.statement,
    exploreLedger: (limit) => exploreLedger(owned<'ledger'>(pools.console), { limit }),
    exposure: options.openExposure,
    sealedActs: books.recordsOfActs,
    async limitRaised({ customerId, most, ref }) {
      const accountId = (await accounts.find(customerId))?.accountId
      if (accountId !== undefined) notices.tell([{ accountId, template: 'withdrawal.limit', params: { most }, ref }])
    },
    queues: operatorQueues(pools),
  })
  operators.add(parts(of, domains, operators.forParts))
  return operators
}
