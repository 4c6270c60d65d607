import { contractRisk } from '@evenhand/protocol/contracts-console.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf } from '../../lib/search.ts'

/** What is open in contracts, and what it may come to; nothing here touches an order. */
export const contracts = {
  screens: [
    screen({
      path: '/contracts',
      title: 'contracts.title',
      group: 'risk',
      icon: 'M5 20V10M12 20V4M19 20v-7M3 20h18',
      needs: [contractRisk],
      search: { mode: oneOf(['virtual']) },
      load: async () => (await import('./contracts-screen.tsx')).ContractsScreen,
    }),
  ],
} as const satisfies Feature
