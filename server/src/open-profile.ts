import { accountsTold, createProfile } from './domains/accounts/index.ts'
import { authTold, type Auth } from './domains/auth/index.ts'
import type { Books } from './domains/books/index.ts'
import { ledgerTold, type Ledger } from './domains/ledger/index.ts'
import { marketsTold } from './domains/markets/index.ts'
import { noticesTold } from './domains/notices/index.ts'
import { optionsTold, type Options } from './domains/options/index.ts'
import { safeguardsTold, type OwnSafeguards } from './domains/safeguards/index.ts'
import type { Clock } from './kernel/clock.ts'
import { owned, type Pools } from './kernel/db.ts'

type ProfileOf = {
  pools: Pools
  clock: Clock
  ledger: Ledger
  auth: Auth
  options: Options
  books: Books
  safeguards: OwnSafeguards
}

/** The customer's own pages, over all domains that hold something of the customer. */
export function openProfile({ pools: { api }, clock, ledger, auth, options, books, safeguards }: ProfileOf) {
  return createProfile({
    db: owned<'accounts'>(api),
    clock,
    ledger,
    safeguards,
    refreshSessions: auth.refreshSessionsOf,
    orderNames: options.namesOf,
    sections: [
      ...accountsTold(owned<'accounts'>(api)),
      ...authTold(owned<'auth'>(api)),
      ...safeguardsTold(owned<'safeguards'>(api)),
      ...noticesTold(owned<'notices'>(api)),
      ...marketsTold(owned<'markets'>(api)),
      ...ledgerTold(owned<'ledger'>(api)),
      ...optionsTold(owned<'options'>(api), books.orderReceipt),
    ],
  })
}
