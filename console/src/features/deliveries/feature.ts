import { failedDeliveries, failedKinds } from '@evenhand/protocol/failed-deliveries.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'

/** Notices and events that could not be delivered. */
export const deliveries = {
  screens: [
    screen({
      path: '/deliveries',
      title: 'deliveries.title',
      group: 'control',
      icon: 'M3 6h18v12H3zM3 7l9 7 9-7M17 15v4M17 21.500h.01',
      needs: [failedDeliveries],
      search: { ...tableSearch, kind: oneOf(failedKinds) },
      load: async () => (await import('./deliveries-screen.tsx')).DeliveriesScreen,
    }),
  ],
} as const satisfies Feature
