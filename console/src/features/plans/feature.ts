import { listPlans } from '@evenhand/protocol/plans-console.ts'
import { screen, type Feature } from '../../lib/feature.ts'

/** Smart trading plans: what is offered, and what their reserve owes and holds. */
export const plans = {
  screens: [
    screen({
      path: '/plans',
      title: 'plans.title',
      group: 'risk',
      icon: 'M5 4v3M19 4v3M4 8h16M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM8 13l3 3 5-5',
      needs: [listPlans],
      search: {},
      load: async () => (await import('./plans-screen.tsx')).PlansScreen,
    }),
  ],
} as const satisfies Feature
