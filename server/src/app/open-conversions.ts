import type { DomainsParams } from './compose.ts'
import { mayConvert } from './policies.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { createConversions, type Conversions } from '../domains/conversions/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { CustomerSafeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'

type Around = {
  ledger: Ledger
  markets: Markets
  notices: Notices
  accounts: Accounts
  kyc: Kyc
  customerSafeguards: CustomerSafeguards
}

/** One coin for another, over what it stands on. */
export const openConversions = (
  { config, pools, clock, limits }: DomainsParams,
  { ledger, markets, notices, accounts, kyc, customerSafeguards }: Around,
): Conversions =>
  createConversions({
    db: owned<'conversions'>(pools.api),
    clock,
    installation: config.mode,
    limits,
    ledger,
    identityRefusal: kyc.refusal,
    markets,
    mayConvert: mayConvert({ find: accounts.find, safeguards: customerSafeguards.mayConvert }),
    moved: (accountId) => notices.publish([{ what: 'balances', accountId, mode: 'real' }]),
    enqueueNotices: notices.enqueueNotices,
  })
