import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Money that goes out, and what guards it. */
export const withdraw = {
  screens: [
    screen({
      path: '/profile/balance/withdraw',
      title: 'withdraw.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['withdraw', 'profile', 'auth', 'codes'],
      load: async () => (await import('./withdraw-page.tsx')).WithdrawPage,
    }),
    screen({
      path: '/profile/addresses',
      title: 'withdraw.address.book',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('add'),
      texts: ['withdraw', 'profile', 'auth', 'codes'],
      load: async () => (await import('../../routes/addresses.tsx')).Addresses,
      under: '/profile/balance',
    }),
    screen({
      path: '/profile/security/fund-password',
      title: 'withdraw.fund.label',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('back'),
      texts: ['withdraw', 'profile', 'auth', 'codes', 'upload'],
      load: async () => (await import('../../routes/fund-password.tsx')).FundPassword,
    }),
  ],
} as const satisfies Feature
