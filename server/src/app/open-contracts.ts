import type { DomainsParams } from './compose.ts'
import { mayTrade } from './policies.ts'
import { createContracts, type Contracts, type ContractsDeps } from '../domains/contracts/index.ts'
import type { Invites } from '../domains/invites/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { openRestricted } from '../domains/operators/index.ts'
import type { CustomerSafeguards, Safeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'

type Around = {
  ledger: Ledger
  markets: Markets
  notices: Notices
  kyc: Kyc
  contractTerms: ContractsDeps['terms']
  restricted: Awaited<ReturnType<typeof openRestricted>>
  safeguards: Safeguards
  customerSafeguards: CustomerSafeguards
  invites: Pick<Invites, 'feeDiscountPpm'>
}

/** Leveraged contracts, over what they stand on. */
export const openContracts = (
  { config, pools, clock, log, signing, bus }: DomainsParams,
  { ledger, markets, notices, kyc, contractTerms, restricted, safeguards, customerSafeguards, invites }: Around,
): Contracts =>
  createContracts({
    db: owned<'contracts'>(pools.api),
    ledger,
    markets,
    mayTrade: mayTrade({ restrictionOf: restricted.restrictionOf, safeguards: customerSafeguards.mayTrade }),
    countriesOf: safeguards.countriesOf,
    identityRefusal: kyc.refusal,
    terms: contractTerms,
    feeDiscountPpm: invites.feeDiscountPpm,
    signer: signing,
    clock,
    log,
    origin: signing.origin,
    installation: config.mode,
    bus,
    enqueueNotices: notices.enqueueNotices,
    changed: (accounts) =>
      notices.publish(accounts.map(({ accountId, mode }) => ({ what: 'balances', accountId, mode }))),
  })
