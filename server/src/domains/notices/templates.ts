import type { NoticeCategory, NoticeTemplate } from '@evenhand/protocol/notices.ts'

/** Why a customer is told. There is no purpose of selling: no notice urges to trade, to pay in or to come back. */
export type Purpose = 'service' | 'security' | 'legal' | 'alert-by-user'
export type Params = Readonly<Record<string, string | number | undefined>>

/** As a row keeps them: nothing undefined is left. */
export type StoredParams = Readonly<Record<string, string | number>>

export type Template = {
  readonly category: NoticeCategory
  readonly purpose: Purpose
  /**
   * `always`: mailed whatever the customer chose · `chosen`: where the customer chose mails of its category ·
   * `elsewhere`: the domain that publishes it mails it, with what only that may write.
   */
  readonly mail: 'always' | 'chosen' | 'elsewhere'
  /** Whom it is mailed to although they did not choose it. */
  readonly mailedIf?: (params: Params) => boolean
  /** Mailed to who closed the account as well: they have no other place to hear of it. */
  readonly toWhoLeft?: true
  /** The path of the product that it leads to. */
  readonly link: (params: Params) => string
}

const toSecurity = (): string => '/profile/security'
const toOrders = (): string => '/profile/orders'
const ofDeposits = { category: 'FUNDS', purpose: 'service', mail: 'chosen', link: () => '/profile/balance' } as const

const ofWithdrawals = {
  category: 'FUNDS',
  purpose: 'service',
  mail: 'always',
  link: () => '/profile/balance/withdraw',
} as const
const ofIdentity = {
  category: 'ACCOUNT',
  purpose: 'service',
  mail: 'always',
  link: () => '/profile/verification',
} as const
const ofComplaints = {
  category: 'LEGAL',
  purpose: 'legal',
  mail: 'always',
  toWhoLeft: true,
  link: ({ no = '' }: Params) => `/profile/complaints?no=${encodeURIComponent(no)}`,
} as const
// What a thief would do first is mailed with the link that freezes the account.
const ofThefts = { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSecurity } as const
const ofAddresses = { ...ofThefts, link: () => '/profile/addresses' } as const
const ofFundPassword = { ...ofThefts, link: () => '/profile/security/fund-password' } as const

const ofStanding = { category: 'LEGAL', purpose: 'legal', mail: 'always', link: () => '/profile' } as const

const ofAdjustments = {
  category: 'LEGAL',
  purpose: 'legal',
  mail: 'always',
  toWhoLeft: true,
  link: () => '/profile/transactions',
} as const

/** Every notice there is. */
export const templates: Readonly<Record<NoticeTemplate, Template>> = {
  welcome: { category: 'ACCOUNT', purpose: 'service', mail: 'elsewhere', link: () => '/profile' },
  'login.new_device': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSecurity },
  'password.changed': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSecurity },
  'twofa.changed': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSecurity },
  'email.changed': { category: 'SECURITY', purpose: 'security', mail: 'elsewhere', link: toSecurity },
  'option.result': { category: 'TRADE', purpose: 'service', mail: 'chosen', link: toOrders },
  'option.void': { category: 'TRADE', purpose: 'service', mail: 'always', link: toOrders },
  'alert.price': {
    category: 'ALERT',
    purpose: 'alert-by-user',
    mail: 'chosen',
    link: ({ code = '' }) => `/cruuency?code=${encodeURIComponent(code)}`,
  },
  'deposit.submitted': ofDeposits,
  'deposit.recorded': ofDeposits,
  'deposit.credited': ofDeposits,
  'deposit.rejected': ofDeposits,
  'deposit.on_hold': ofDeposits,
  'deposit.returned': ofDeposits,
  'deposit.reversed': ofDeposits,
  'conversion.done': { ...ofDeposits, link: () => '/profile/transactions' },
  'withdrawal.requested': ofWithdrawals,
  'withdrawal.approved': ofWithdrawals,
  'withdrawal.broadcast': ofWithdrawals,
  'withdrawal.completed': ofWithdrawals,
  'withdrawal.rejected': ofWithdrawals,
  'withdrawal.failed': ofWithdrawals,
  'withdrawal.cancelled': ofWithdrawals,
  'withdrawal.overdue': ofWithdrawals,
  'kyc.submitted': ofIdentity,
  'kyc.verified': ofIdentity,
  'kyc.resubmit': ofIdentity,
  'kyc.rejected': ofIdentity,
  'kyc.expiring': ofIdentity,
  'address.added': ofAddresses,
  'address.active': { ...ofAddresses, mail: 'always' },
  'fundpwd.changed': ofFundPassword,
  'fundpwd.answered': { ...ofFundPassword, mail: 'always' },
  'withdrawal.limit': ofWithdrawals,
  'complaint.received': ofComplaints,
  'complaint.answered': ofComplaints,
  'complaint.escalated': ofComplaints,
  // Nothing urges to lift the limit: the page it leads to is where it was set.
  'limit.reached': { category: 'RISK', purpose: 'service', mail: 'chosen', link: () => '/profile/limits' },
  'account.restricted': ofStanding,
  'account.allowed': ofStanding,
  'account.held': ofStanding,
  'account.released': ofStanding,
  'adjustment.announced': ofAdjustments,
  'adjustment.applied': ofAdjustments,
  'adjustment.withdrawn': ofAdjustments,
  'adjustment.lapsed': ofAdjustments,
  'terms.updated': { category: 'LEGAL', purpose: 'legal', mail: 'chosen', link: () => '/detail?id=terms' },
  'params.changed': {
    category: 'LEGAL',
    purpose: 'legal',
    mail: 'chosen',
    mailedIf: ({ open }) => open === 'yes',
    link: () => '/transparency',
  },
}
