import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Money that comes in. */
export const deposit = {
  screens: [
    screen({
      path: '/profile/balance',
      title: 'funds.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('show'),
      texts: ['funds', 'convert', 'upload', 'profile', 'codes'],
      load: async () => (await import('../../routes/balance.tsx')).Balance,
      account: { title: 'profile.page.balance', icon: 'wallet', at: 20, group: 'money' },
    }),
  ],
} as const satisfies Feature
