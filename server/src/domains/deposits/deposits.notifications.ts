import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofDeposits = { category: 'FUNDS', purpose: 'service', mail: 'chosen', link: () => '/profile/balance' } as const

/** Notices of deposits. */
export const depositNotifications = {
  'deposit.submitted': ofDeposits,
  'deposit.recorded': ofDeposits,
  'deposit.credited': ofDeposits,
  'deposit.rejected': ofDeposits,
  'deposit.on_hold': ofDeposits,
  'deposit.returned': ofDeposits,
  'deposit.reversed': ofDeposits,
} satisfies NotificationSpecs
