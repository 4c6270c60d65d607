import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'

// Screens of one file: every file that a screen loads is named in everybody's first page.
const openBooks = () => import('../../routes/transparency.tsx')

/** The first page, and how its figures are computed. */
export const home = {
  screens: [
    screen({
      path: '/',
      title: 'common.nav.home',
      chrome: chromes.home,
      isNamedByContent: true,
      texts: ['home', 'market'],
      load: async () => (await import('../../routes/home.tsx')).Home,
      tab: { title: 'common.nav.home', icon: 'home', at: 1 },
      prerender: { description: 'home.lead' },
    }),
    screen({
      path: '/transparency',
      title: 'transparency.title',
      chrome: chromes.page,
      texts: ['transparency', 'finding'],
      load: async () => (await openBooks()).Transparency,
    }),
    screen({
      path: '/verify',
      title: 'verify.title',
      chrome: chromes.page,
      texts: ['verify', 'orders'],
      load: async () => (await openBooks()).VerifyScreen,
    }),
  ],
} as const satisfies Feature
