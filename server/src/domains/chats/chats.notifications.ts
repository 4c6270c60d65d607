import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Notices of conversations with customer service. */
export const chatNotifications = {
  'chat.reply': { category: 'ACCOUNT', purpose: 'service', mail: 'chosen', link: () => '/customerservice' },
} satisfies NotificationSpecs
