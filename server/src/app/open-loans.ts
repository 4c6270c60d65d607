import { join } from 'node:path'
import { collateralPrices } from './collateral-prices.ts'
import type { Domains, DomainsParams } from './compose.ts'
import { mayBorrow } from './policies.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import type { Files } from '../domains/files/index.ts'
import type { Kyc } from '../domains/kyc/index.ts'
import type { Ledger } from '../domains/ledger/index.ts'
import { createLoans, type Loans, type LoansConsoleDeps } from '../domains/loans/index.ts'
import type { Markets } from '../domains/markets/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import type { CustomerSafeguards, Safeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { documentKeyOf } from '../kernel/documents/document-key.ts'

type Around = {
  ledger: Ledger
  markets: Markets
  accounts: Accounts
  kyc: Kyc
  files: Files
  notices: Notices
  safeguards: Safeguards
  customerSafeguards: CustomerSafeguards
  restricted: Parameters<typeof mayBorrow>[0]['restrictionOf'] extends infer R ? { restrictionOf: R } : never
}

const movedBy = (notices: Notices) => (accountId: bigint) =>
  notices.publish([{ what: 'balances', accountId, mode: 'real' }])

/** Loans, over what they stand on. */
export const openLoans = (
  { config, pools, clock, log, limits, signing }: DomainsParams,
  { ledger, markets, accounts, kyc, files, notices, safeguards, customerSafeguards, restricted }: Around,
): Loans =>
  createLoans({
    db: owned<'loans'>(pools.api),
    clock,
    log,
    limits,
    ledger,
    prices: collateralPrices({ clock, config }, { markets }),
    mayBorrow: mayBorrow({
      find: accounts.find,
      restrictionOf: restricted.restrictionOf,
      safeguards: customerSafeguards.mayBorrow,
    }),
    isOffered: ({ session, ip }) =>
      safeguards.mayTrade({ product: 'loans', mode: 'real', country: session.country, ip }),
    identityRefusal: kyc.refusal,
    borrowerOf: accounts.find,
    mustOwnSignature: ({ customerId, fileId }) => files.mustOwn(customerId, fileId, 'signature'),
    openSignature: (fileId, customerId) => files.open(fileId, { customerId }),
    addressKey: openSecret(join(config.dataDir, 'keys', 'loans.key')),
    documentKey: documentKeyOf({
      p12: config.documentP12,
      ownFile: join(config.dataDir, 'keys', 'documents.pem'),
      subject: signing.origin,
    }),
    hasDocumentKey: config.documentP12 !== undefined,
    moved: movedBy(notices),
    enqueueNotices: notices.enqueueNotices,
  })

/** What operators' part of loans is given. */
export const loansConsoleDeps = (
  { clock }: DomainsParams,
  { accounts, files, notices, operators, loans }: Domains,
): Omit<LoansConsoleDeps, 'db'> => ({
  clock,
  prices: loans.deps.prices,
  documentKey: loans.deps.documentKey,
  operators: operators.forParts,
  customersById: async (ids) => new Map((await accounts.findMany(ids)).map((customer) => [customer.id, customer])),
  openPicture: files.open,
  moved: movedBy(notices),
  enqueueNotices: notices.enqueueNotices,
})
