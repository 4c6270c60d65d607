import type { DomainsParams } from './compose.ts'
import { mayTrade } from './policies.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { createPlans, type Plans } from '../domains/plans/index.ts'
import type { openRestricted } from '../domains/operators/index.ts'
import type { CustomerSafeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'

type Around = {
  ledger: Ledger
  kyc: Kyc
  notices: Notices
  restricted: Awaited<ReturnType<typeof openRestricted>>
  customerSafeguards: CustomerSafeguards
}

/** Smart trading plans, over what they stand on. */
export const openPlans = (
  { pools, clock, log }: DomainsParams,
  { ledger, kyc, notices, restricted, customerSafeguards }: Around,
): Plans =>
  createPlans({
    db: owned<'plans'>(pools.api),
    clock,
    log,
    ledger,
    maySubscribe: mayTrade({ restrictionOf: restricted.restrictionOf, safeguards: customerSafeguards.maySubscribe }),
    identityRefusal: kyc.refusal,
    moved: (accountIds) =>
      notices.publish(accountIds.map((accountId) => ({ what: 'balances', accountId, mode: 'real' }))),
    enqueueNotices: notices.enqueueNotices,
  })
