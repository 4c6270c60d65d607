import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Orders of the account in use. */
export const orders = {
  screens: [
    screen({
      path: '/profile/orders',
      title: 'orders.list.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('product', 'id', 'status', 'code', 'page'),
      texts: ['orders', 'trade', 'running', 'profile', 'codes'],
      load: async () => (await import('../../routes/orders.tsx')).Orders,
      account: { title: 'profile.page.orders', icon: 'list', at: 30, group: 'trade' },
    }),
  ],
} as const satisfies Feature
