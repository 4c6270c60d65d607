import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofOrders = { category: 'TRADE', purpose: 'service', link: () => '/profile/orders?product=contracts' } as const
const openList = () => '/profile/orders?product=contracts&status=open'

/** Notices of margin, of expiries, of new terms, of positions that opened or closed by themselves, and of orders that did not open. */
export const contractNotifications = {
  'contract.margin': { ...ofOrders, category: 'RISK', mail: 'always' },
  'contract.closed': { ...ofOrders, mail: 'always', riskIf: ({ reason }) => reason === 'CLOSEOUT' },
  'contract.protected': { ...ofOrders, category: 'RISK', mail: 'always', link: () => '/profile/transactions' },
  'contract.filled': { ...ofOrders, mail: 'chosen', link: openList },
  'contract.expiring': { ...ofOrders, mail: 'always', link: openList },
  'contract.ended': { ...ofOrders, mail: 'chosen' },
  'contract.terms': {
    category: 'LEGAL',
    purpose: 'legal',
    mail: 'chosen',
    // Customers with an open contract are mailed in any case.
    mailedIf: ({ open }) => open === 'yes',
    link: () => '/transparency#contract-terms',
  },
} satisfies NotificationSpecs
