import { fundResetQueue } from '@evenhand/protocol/fund-reset-console.ts'
import { fundResetStates } from '@evenhand/protocol/fund-reset.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Customers who forgot the fund password. */
export const fundPassword = {
  screens: [
    screen({
      path: '/fund-resets',
      title: 'fundreset.screen',
      group: 'queues',
      icon: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 14.500v2',
      needs: [fundResetQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(fundResetStates) },
      load: async () => (await import('./reset-queue.tsx')).ResetQueue,
    }),
  ],
  queues: { fundResets: { title: 'fundreset.title', at: { to: '/fund-resets', search: {} } } },
  found: {
    fundReset: {
      title: 'fundreset.found',
      target: ({ id, status }) => ({ to: '/fund-resets', search: { id, ...(status !== null && { status }) } }),
    },
  },
} as const satisfies Feature
