import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofAddresses = {
  category: 'SECURITY',
  purpose: 'security',
  mail: 'elsewhere',
  link: () => '/profile/addresses',
} as const

/** Notices of the address book. A new address is mailed by `auth`, with the link that freezes the account. */
export const addressNotifications = {
  'address.added': ofAddresses,
  'address.active': { ...ofAddresses, mail: 'always' },
} satisfies NotificationSpecs
