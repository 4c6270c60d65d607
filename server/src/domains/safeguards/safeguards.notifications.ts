import type { NotificationSpecs } from '../../kernel/module/notification.ts'

/** Notices of limits that customers set for themselves. */
export const safeguardsNotifications = {
  // Nothing urges to lift the limit: the page it leads to is where it was set.
  'limit.reached': { category: 'RISK', purpose: 'service', mail: 'chosen', link: () => '/profile/limits' },
} satisfies NotificationSpecs
