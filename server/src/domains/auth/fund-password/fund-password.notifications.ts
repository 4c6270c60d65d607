import { securityNotification, type NotificationSpecs } from '../../../kernel/module/notification.ts'

const path = '/profile/security/fund-password'

/** Notices of fund passwords. A change is mailed by `auth`, with the link that freezes the account. */
export const fundPasswordNotifications = {
  'fundpwd.changed': securityNotification(path),
  'fundpwd.answered': securityNotification(path, 'always'),
} satisfies NotificationSpecs
