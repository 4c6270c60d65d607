import { securityNotification, type NotificationSpecs } from '../../kernel/module/notification.ts'

const ofCredentials = securityNotification('/profile/security')

/** Notices of sign-in and of credentials. `auth` mails them itself, with the link that freezes the account. */
export const authNotifications = {
  welcome: { category: 'ACCOUNT', purpose: 'service', mail: 'elsewhere', link: () => '/profile' },
  'login.new_device': ofCredentials,
  'password.changed': ofCredentials,
  'twofa.changed': ofCredentials,
  'email.changed': ofCredentials,
  'apikey.created': securityNotification('/profile/security/api-keys'),
} satisfies NotificationSpecs
