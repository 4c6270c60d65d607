import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofPlans = { category: 'FUNDS', purpose: 'service', link: () => '/profile/orders?product=smart' } as const

/** Notices of plans that begin and end; a yield of a day is none. */
export const planNotifications = {
  'plan.subscribed': { ...ofPlans, mail: 'chosen' },
  'plan.completed': { ...ofPlans, mail: 'always' },
  'plan.exited': { ...ofPlans, mail: 'always' },
} satisfies NotificationSpecs
