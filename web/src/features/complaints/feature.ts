import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Complaints and appeals. */
export const complaints = {
  screens: [
    screen({
      path: '/profile/complaints',
      title: 'complaints.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('about', 'id', 'of', 'no', 'chat'),
      texts: ['complaints', 'profile', 'codes'],
      load: async () => (await import('./complaints-page.tsx')).ComplaintsPage,
      account: { title: 'profile.page.complaints', icon: 'edit', at: 110, group: 'support' },
    }),
  ],
} as const satisfies Feature
