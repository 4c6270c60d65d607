import { legalHoldsOf, listHeldCustomers, searchCustomers } from '../domains/accounts/index.ts'
import { withoutBids } from '../domains/collectibles/index.ts'
import { exploreLedger } from '../domains/ledger/index.ts'
import { changeListing } from '../domains/markets/index.ts'
import type { ConsoleDeps } from '../domains/operators/index.ts'
import { anyProduct, textsFor } from '../domains/plans/index.ts'
import { owned, type Db } from '../kernel/db/db.ts'
import type { Collected } from './collect.ts'
import type { Domains, DomainsParams } from './compose.ts'
import { operatorTrends } from './operator-trends.ts'

/** What the console's own calls need of the domains, and what all modules bring to them. */
export function consoleDeps({ pools, clock }: DomainsParams, domains: Domains, parts: Collected): ConsoleDeps {
  const { accounts, books, files, ledger, markets, notices, operators, options } = domains
  const customers = owned<'accounts'>(pools.console)
  const entries = owned<'ledger'>(pools.console)
  return {
    ...operators.deps,
    searchCustomers: (search) => searchCustomers(customers, search),
    findCustomer: accounts.find,
    legalHoldsOf: (customerIds) => legalHoldsOf(customers, { customerIds, now: clock.now() }),
    heldCustomers: (page) => listHeldCustomers(customers, { ...page, now: clock.now() }),
    storeDocument: files.storeDocument,
    mustBeDocument: files.mustBeDocument,
    openDocument: files.open,
    hasOpened: files.hasOpened,
    balances: async (accountId) =>
      withoutBids(owned<'collectibles'>(pools.api), accountId, await ledger.balances(accountId)),
    enqueueNotices: notices.enqueueNotices,
    statement: ledger.statement,
    instruments: {
      stateOf: (code) => markets.instrument(code) && (markets.listing(code)?.state ?? 'listed'),
      change: (tx, change) => changeListing({ db: tx as Db<'markets'>, clock }, change),
    },
    plans: { stateOf: async (id) => (await anyProduct(owned<'plans'>(pools.console), id))?.status, textsFor },
    timeline: parts.timeline,
    exploreLedger: (limit) => exploreLedger(entries, { limit }),
    exposure: options.openExposure,
    exposureTotal: options.exposureTotal,
    trends: operatorTrends({ pools, options, queues: parts.queues }),
    recordsOfAuditEntries: books.recordsOfAuditEntries,
    async limitRaised(tx, { customerId, most, ref }) {
      const found = await accounts.readMany(tx, [customerId])
      await notices.enqueueNotices(
        tx,
        found.map(({ accountId }) => ({ accountId, template: 'withdrawal.limit', params: { most }, ref })),
      )
    },
    queues: parts.queues,
  }
}
