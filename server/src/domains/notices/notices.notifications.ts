import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Notices of alerts that customers set. */
export const alertNotifications = {
  'alert.price': {
    category: 'ALERT',
    purpose: 'alert-by-user',
    mail: 'chosen',
    link: ({ code = '' }) => `/cruuency?code=${encodeURIComponent(code)}`,
  },
} satisfies NotificationSpecs
