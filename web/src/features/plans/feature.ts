import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Smart trading plans: what is offered, and what the customer holds. */
export const plans = {
  screens: [
    screen({
      path: '/trading',
      title: 'plans.title',
      chrome: chromes.tab,
      usesQueries: true,
      search: texts('plan'),
      texts: ['plans', 'amount', 'codes'],
      load: async () => (await import('./plans-screen.tsx')).PlansScreen,
      tab: { title: 'common.nav.trading', icon: 'calendar', at: 3 },
    }),
  ],
} as const satisfies Feature
