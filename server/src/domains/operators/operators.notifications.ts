import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofStatus = { category: 'LEGAL', purpose: 'legal', mail: 'always', link: () => '/profile' } as const
const ofAdjustments = { ...ofStatus, toWhoLeft: true, link: () => '/profile/transactions' } as const

/** Notices of what operators decided about a customer. */
export const operatorNotifications = {
  'account.restricted': ofStatus,
  'account.allowed': ofStatus,
  'account.held': ofStatus,
  'account.released': ofStatus,
  'adjustment.announced': ofAdjustments,
  'adjustment.applied': ofAdjustments,
  'adjustment.withdrawn': ofAdjustments,
  'adjustment.lapsed': ofAdjustments,
} satisfies NotificationSpecs
