import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'
import { currentSession } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'

/** Notices and how they reach customers. */
export const notices = {
  screens: [
    screen({
      path: '/profile/notification',
      title: 'notices.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      search: texts('view', 'cat', 'unread', 'open'),
      texts: ['notices', 'notice', 'profile', 'codes'],
      load: async () => (await import('./notices-screen.tsx')).NoticesScreen,
      account: { title: 'profile.page.notification', icon: 'bell', at: 50, group: 'support' },
      setting: {
        title: 'profile.page.notification',
        icon: 'bell',
        at: 30,
        text: 'profile.elsewhere.notification',
        search: { view: 'settings' },
      },
    }),
  ],
  // A browser that is pushed to goes on being so with the next session of its customer.
  onSession() {
    if (currentSession() && readStored('pushOf') === currentSession()?.user.id)
      void import('./push/push-browser.ts').then(({ keepOn }) => keepOn())
  },
} as const satisfies Feature
