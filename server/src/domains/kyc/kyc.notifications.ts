import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofIdentity = {
  category: 'ACCOUNT',
  purpose: 'service',
  mail: 'always',
  link: () => '/profile/verification',
} as const

/** Notices of identification. */
export const kycNotifications = {
  'kyc.submitted': ofIdentity,
  'kyc.verified': ofIdentity,
  'kyc.resubmit': ofIdentity,
  'kyc.rejected': ofIdentity,
  'kyc.expiring': ofIdentity,
} satisfies NotificationSpecs
