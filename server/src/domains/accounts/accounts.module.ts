import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { owned, type Db } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { shortId, type SearchSource } from '../../kernel/module/search.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { accountsRoutes } from './accounts.routes.ts'
import type { Accounts } from './index.ts'
import { legalHoldTimeline } from './legal-hold-timeline.ts'
import { legalHoldQueue } from './legal-holds.store.ts'
import { accountsExport } from './personal-data.ts'
import { searchCustomers } from './search-customers.ts'
import { notifyTermsOfUse, type NotifyTermsOfUseDeps } from './notify-terms-of-use.ts'
import { accountNotifications } from './accounts.notifications.ts'

export type AccountsModuleDeps = Pick<ModuleDeps, 'pools'> & {
  notices: NotifyTermsOfUseDeps['notices']
  /** Of the terms of use that the program came with. */
  termsVersion: () => string
  /** Customers who were given an address for deposits. */
  ownersOfAddress: (address: string) => Promise<readonly string[]>
}

/** Customers by what names them, and the owner of an address for deposits. */
const customerSearch = (
  accounts: Accounts,
  { db, ownersOfAddress }: Pick<AccountsModuleDeps, 'ownersOfAddress'> & { db: Db<'accounts'> },
): SearchSource => ({
  shownBy: { customer: operatorUsers },
  async find({ sought: { text, address }, may }) {
    if (text.length < 2 || !may(operatorUsers)) return []
    const named = await searchCustomers(db, { q: text, status: undefined, limit: 8, offset: 0 })
    const owners = address === undefined ? [] : await ownersOfAddress(address)
    const found = [...named.rows, ...(owners.length === 0 ? [] : await accounts.findMany(owners))]
    return found.map(({ id, status, createdAt: at }) => ({
      kind: 'customer',
      id,
      no: shortId(id),
      customerId: id,
      status,
      at,
    }))
  },
})

/** Customers and their legal holds as they are served, shown to operators, exported and counted. */
export function accountsModule(accounts: Accounts, deps: AccountsModuleDeps): Module {
  const { pools, notices, termsVersion: version, ownersOfAddress } = deps
  const db = owned<'accounts'>(pools.console)
  return {
    name: 'accounts',
    routes: accountsRoutes(accounts),
    jobs: [notifyTermsOfUse({ notices, accounts, version }).job],
    queues: [
      {
        name: 'legalHolds',
        shownBy: operatorUsers,
        // Each hold is reviewed on a day of its own.
        promisedMs: 0,
        async waiting(now) {
          const { open, overdue, first } = await legalHoldQueue(db, now)
          const oldest = first === undefined ? null : dateOf(first.laidAt)
          // From the day on which it was signed to the day of its review.
          return {
            open,
            overdue,
            oldest,
            promisedMs: first === undefined ? 0 : Math.max(0, first.reviewAt - first.laidAt),
          }
        },
      },
    ],
    notifications: accountNotifications,
    dataExport: accountsExport(owned<'accounts'>(pools.api)),
    timeline: { legal: legalHoldTimeline(db) },
    search: [customerSearch(accounts, { db, ownersOfAddress })],
    figures: { registeredUsers: accounts.registeredUsers },
  }
}
