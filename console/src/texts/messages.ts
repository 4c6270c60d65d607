import type finding from '@evenhand/protocol/texts/zh/finding.json'
import type acts from './zh/acts.json'
import type adjustments from './zh/adjustments.json'
import type approval from './zh/approval.json'
import type audit from './zh/audit.json'
import type chats from './zh/chats.json'
import type codes from './zh/codes.json'
import type collectibles from './zh/collectibles.json'
import type common from './zh/common.json'
import type complaints from './zh/complaints.json'
import type content from './zh/content.json'
import type contracts from './zh/contracts.json'
import type customers from './zh/customers.json'
import type dashboard from './zh/dashboard.json'
import type deliveries from './zh/deliveries.json'
import type deposits from './zh/deposits.json'
import type fundreset from './zh/fundreset.json'
import type identity from './zh/identity.json'
import type ledger from './zh/ledger.json'
import type limits from './zh/limits.json'
import type invites from './zh/invites.json'
import type loans from './zh/loans.json'
import type plans from './zh/plans.json'
import type operators from './zh/operators.json'
import type parameters from './zh/parameters.json'
import type requests from './zh/requests.json'
import type reserves from './zh/reserves.json'
import type risk from './zh/risk.json'
import type sessions from './zh/sessions.json'
import type signin from './zh/signin.json'
import type signing from './zh/signing.json'
import type verification from './zh/verification.json'
import type withdrawals from './zh/withdrawals.json'

/** zh is the source of the types: a key that is not there does not compile. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: string
    Messages: {
      acts: typeof acts
      adjustments: typeof adjustments
      approval: typeof approval
      audit: typeof audit
      chats: typeof chats
      codes: typeof codes
      collectibles: typeof collectibles
      common: typeof common
      complaints: typeof complaints
      content: typeof content
      contracts: typeof contracts
      customers: typeof customers
      dashboard: typeof dashboard
      deliveries: typeof deliveries
      deposits: typeof deposits
      finding: typeof finding
      fundreset: typeof fundreset
      identity: typeof identity
      ledger: typeof ledger
      limits: typeof limits
      invites: typeof invites
      loans: typeof loans
      plans: typeof plans
      operators: typeof operators
      parameters: typeof parameters
      requests: typeof requests
      reserves: typeof reserves
      risk: typeof risk
      sessions: typeof sessions
      signin: typeof signin
      signing: typeof signing
      verification: typeof verification
      withdrawals: typeof withdrawals
    }
  }
}
