import type { DomainsParams } from './compose.ts'
import { mayBorrow } from './policies.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { createCollectibles, type Collectibles } from '../domains/collectibles/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { CustomerSafeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'

type Around = {
  ledger: Ledger
  accounts: Accounts
  notices: Notices
  customerSafeguards: CustomerSafeguards
  restricted: { of: Parameters<typeof mayBorrow>[0]['restrictionOf'] }
}

/** Charity collectibles, over what they stand on. */
export const openCollectibles = (
  { pools, clock, log, limits, signing }: DomainsParams,
  { ledger, accounts, notices, customerSafeguards, restricted }: Around,
): Collectibles =>
  createCollectibles({
    db: owned<'collectibles'>(pools.api),
    clock,
    log,
    limits,
    signer: signing,
    ledger,
    mayBid: mayBorrow({
      find: accounts.find,
      restrictionOf: restricted.of,
      safeguards: customerSafeguards.mayBid,
    }),
    moved: (accountIds) =>
      notices.publish(accountIds.map((accountId) => ({ what: 'balances', accountId, mode: 'real' }))),
    changed: (id) => notices.publish([{ what: 'collectible', id }]),
    usernameOf: async (accountId) => (await accounts.findByAccountIds([accountId]))[0]?.username ?? '',
    enqueueNotices: notices.enqueueNotices,
  })
