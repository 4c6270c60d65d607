import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Notices of the terms of use. */
export const accountNotifications = {
  'terms.updated': { category: 'LEGAL', purpose: 'legal', mail: 'chosen', link: () => '/detail?id=terms' },
} satisfies NotificationSpecs
