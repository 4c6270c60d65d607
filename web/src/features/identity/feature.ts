import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'

/** Who the customer is. */
export const identity = {
  screens: [
    screen({
      path: '/profile/verification',
      title: 'identity.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['identity', 'phone', 'upload', 'profile', 'codes'],
      load: async () => (await import('./identity-screen.tsx')).IdentityScreen,
      account: { title: 'profile.page.verification', icon: 'check', at: 60, group: 'safety' },
    }),
  ],
} as const satisfies Feature
