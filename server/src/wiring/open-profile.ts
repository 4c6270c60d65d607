import { accountsTold, createProfile } from '../domains/accounts/index.ts'
import { authTold, type Auth } from '../domains/auth/index.ts'
import type { Complaints } from '../domains/complaints/index.ts'
import type { Books } from '../domains/books/index.ts'
import { filesTold } from '../domains/files/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import { ledgerTold, type Ledger } from '../domains/ledger/index.ts'
import { marketsTold } from '../domains/markets/index.ts'
import { noticesTold, type Notices } from '../domains/notices/index.ts'
import { correctionLines, operatorsTold } from '../domains/operators/index.ts'
import { optionsTold, type Options } from '../domains/options/index.ts'
import { safeguardsTold, type OwnSafeguards } from '../domains/safeguards/index.ts'
import { nameMovements, walletTold } from '../domains/wallet/index.ts'
import type { Clock } from '../kernel/clock.ts'
import { owned, type Pools } from '../kernel/db.ts'
import type { Limits } from '../kernel/limits.ts'

type ProfileOf = {
  pools: Pools
  clock: Clock
  ledger: Ledger
  auth: Auth
  options: Options
  books: Books
  safeguards: OwnSafeguards
  notices: Pick<Notices, 'quietHours'>
  kyc: Pick<Kyc, 'told'>
  complaints: Pick<Complaints, 'told'>
  limits: Limits
  installation: 'sandbox' | 'live'
}

/** The customer's own pages, over all domains that hold something of the customer. */
export function openProfile({
  pools: { api },
  clock,
  ledger,
  auth,
  options,
  books,
  safeguards,
  notices,
  ...of
}: ProfileOf) {
  return createProfile({
    db: owned<'accounts'>(api),
    clock,
    ledger,
    limits: of.limits,
    head: books.head,
    installation: of.installation,
    safeguards,
    quietHours: notices.quietHours,
    refreshSessions: auth.refreshSessionsOf,
    orderNames: options.namesOf,
    movementNames: (asked) => nameMovements(owned<'wallet'>(api), asked),
    correctionLines: (ids) => correctionLines(owned<'operators'>(api), ids),
    sections: [
      ...accountsTold(owned<'accounts'>(api)),
      ...authTold(owned<'auth'>(api)),
      ...safeguardsTold(owned<'safeguards'>(api)),
      ...noticesTold(owned<'notices'>(api)),
      ...marketsTold(owned<'markets'>(api)),
      ...filesTold(owned<'files'>(api)),
      ...of.kyc.told,
      ...of.complaints.told,
      ...operatorsTold(owned<'operators'>(api)),
      ...walletTold(owned<'wallet'>(api)),
      ...ledgerTold(owned<'ledger'>(api)),
      ...optionsTold(owned<'options'>(api), books.orderReceipt),
    ],
  })
}
