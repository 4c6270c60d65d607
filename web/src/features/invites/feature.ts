import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** The invite programme. */
export const invites = {
  screens: [
    screen({
      path: '/profile/invite',
      title: 'profile.page.invite',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('side', 'page'),
      texts: ['invites', 'profile', 'orders', 'codes'],
      load: async () => (await import('./invite-screen.tsx')).InviteScreen,
      account: { title: 'profile.page.invite', icon: 'plane', at: 48, group: 'money' },
    }),
  ],
} as const satisfies Feature
