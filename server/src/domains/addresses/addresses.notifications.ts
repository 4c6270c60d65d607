import { securityNotification, type NotificationSpecs } from '../../kernel/module/notification.ts'

const path = '/profile/addresses'

/** Notices of the address book. A new address is mailed by `auth`, with the link that freezes the account. */
export const addressNotifications = {
  'address.added': securityNotification(path),
  'address.active': securityNotification(path, 'always'),
} satisfies NotificationSpecs
