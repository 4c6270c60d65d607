import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofWithdrawals = {
  category: 'FUNDS',
  purpose: 'service',
  mail: 'always',
  link: () => '/profile/balance/withdraw',
} as const

/** Notices of withdrawals. */
export const withdrawalNotifications = {
  'withdrawal.requested': ofWithdrawals,
  'withdrawal.approved': ofWithdrawals,
  'withdrawal.broadcast': ofWithdrawals,
  'withdrawal.completed': ofWithdrawals,
  'withdrawal.rejected': ofWithdrawals,
  'withdrawal.failed': ofWithdrawals,
  'withdrawal.cancelled': ofWithdrawals,
  'withdrawal.overdue': ofWithdrawals,
  'withdrawal.limit': ofWithdrawals,
} satisfies NotificationSpecs
