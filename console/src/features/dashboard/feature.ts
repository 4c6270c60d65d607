import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { screen, type Feature } from '../../lib/feature.ts'

/** What waits; where requests of every kind begin. */
export const dashboard = {
  screens: [
    screen({
      path: '/',
      title: 'dashboard.title',
      icon: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
      needs: [serviceLevels],
      isForEveryone: true,
      search: {},
      load: async () => (await import('./dashboard.tsx')).Dashboard,
    }),
  ],
  queues: { requests: { title: 'requests.queue' } },
  found: { request: { title: 'requests.found', target: () => ({ to: '/', search: {} }) } },
} as const satisfies Feature
