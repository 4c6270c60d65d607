import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Limits that customers set for themselves, and what they must know. */
export const safeguards = {
  screens: [
    screen({
      path: '/profile/limits',
      title: 'safeguards.page.limits',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['safeguards', 'profile', 'codes'],
      load: async () => (await import('./limits-screen.tsx')).LimitsScreen,
      account: { title: 'profile.page.limits', icon: 'clock', at: 90, group: 'safety' },
      setting: { title: 'profile.page.limits', icon: 'clock', at: 40, text: 'profile.elsewhere.limits' },
    }),
    screen({
      path: '/profile/quiz',
      search: texts('product'),
      title: 'safeguards.page.quiz',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['safeguards', 'profile', 'codes'],
      load: async () => (await import('./quiz-screen.tsx')).QuizScreen,
      under: '/profile/limits',
    }),
    screen({
      path: '/profile/quiz/warning',
      search: texts('product'),
      title: 'safeguards.page.warning',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['safeguards', 'risk', 'profile', 'codes'],
      load: async () => (await import('./warning-screen.tsx')).WarningScreen,
      under: '/profile/limits',
    }),
  ],
} as const satisfies Feature
