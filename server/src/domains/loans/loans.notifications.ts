import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofLoans = {
  category: 'FUNDS',
  purpose: 'service',
  mail: 'always',
  link: () => '/loan',
} as const

/** A repayment plan stands on the page of its loan. */
const atAccount = { ...ofLoans, link: () => '/loan/account' } as const

/** Notices of loans. */
export const loanNotifications = {
  'loan.submitted': ofLoans,
  'loan.disbursed': ofLoans,
  'loan.rejected': ofLoans,
  'loan.repayment': ofLoans,
  'loan.repaid': ofLoans,
  'loan.standing_order': ofLoans,
  'loan.set_off': ofLoans,
  'loan.collateral': ofLoans,
  'loan.collateral_sold': ofLoans,
  'loan.cancelled': ofLoans,
  'loan.due': ofLoans,
  'loan.overdue': ofLoans,
  'loan.arrears': ofLoans,
  'loan.written_off': ofLoans,
  'loan.plan_offered': atAccount,
  'loan.plan_accepted': atAccount,
  'loan.plan_due': atAccount,
  'loan.plan_broken': atAccount,
  'loan.plan_lapsed': atAccount,
} satisfies NotificationSpecs
