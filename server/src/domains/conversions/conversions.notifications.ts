import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Notices of conversions. */
export const conversionNotifications = {
  'conversion.done': {
    category: 'FUNDS',
    purpose: 'service',
    mail: 'chosen',
    link: () => '/profile/transactions',
  },
} satisfies NotificationSpecs
