import type { NotificationSpecs } from '../../../kernel/module/notification.ts'

const ofFundPassword = {
  category: 'SECURITY',
  purpose: 'security',
  mail: 'elsewhere',
  link: () => '/profile/security/fund-password',
} as const

/** Notices of fund passwords. A change is mailed by `auth`, with the link that freezes the account. */
export const fundPasswordNotifications = {
  'fundpwd.changed': ofFundPassword,
  'fundpwd.answered': { ...ofFundPassword, mail: 'always' },
} satisfies NotificationSpecs
