import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Each leads to where its loan stands with everything that became of it; `/loan` has the terms of new ones. */
const ofLoans = {
  category: 'FUNDS',
  purpose: 'service',
  mail: 'always',
  link: () => '/loan/account',
} as const

/** Notices of loans. */
export const loanNotifications = {
  'loan.submitted': ofLoans,
  'loan.disbursed': ofLoans,
  'loan.rejected': ofLoans,
  'loan.repayment': ofLoans,
  'loan.repaid': ofLoans,
  'loan.standing_order': ofLoans,
  'loan.set_off': ofLoans,
  // Its steps follow the price: a mail that waits until morning may come after the sale.
  'loan.collateral': { ...ofLoans, category: 'RISK' },
  'loan.collateral_sold': { ...ofLoans, category: 'RISK' },
  'loan.cancelled': ofLoans,
  'loan.due': ofLoans,
  'loan.overdue': ofLoans,
  'loan.arrears': ofLoans,
  'loan.written_off': ofLoans,
  'loan.plan_offered': ofLoans,
  'loan.plan_accepted': ofLoans,
  'loan.plan_due': ofLoans,
  'loan.plan_missed': ofLoans,
  'loan.plan_broken': ofLoans,
  'loan.plan_lapsed': ofLoans,
} satisfies NotificationSpecs
