import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofOrders = { category: 'TRADE', purpose: 'service', link: () => '/profile/orders' } as const

/** Notices of orders, and of new terms. */
export const optionNotifications = {
  'option.result': { ...ofOrders, mail: 'chosen' },
  'option.void': { ...ofOrders, mail: 'always' },
  'params.changed': {
    category: 'LEGAL',
    purpose: 'legal',
    mail: 'chosen',
    // Customers with a running order are mailed in any case.
    mailedIf: ({ open }) => open === 'yes',
    link: () => '/transparency',
  },
} satisfies NotificationSpecs
