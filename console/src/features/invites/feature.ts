import { inviteQueue } from '@evenhand/protocol/invites-console.ts'
import { inviteReviewStatuses } from '@evenhand/protocol/states.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Invite rewards that are held, and what a risk officer decides about them. */
export const invites = {
  screens: [
    screen({
      path: '/invites',
      title: 'invites.title',
      group: 'queues',
      icon: 'M21 4 3 11l5.500 2.300 2.500 6.700 3-4.200 5 3.700ZM8.500 13.300 21 4l-7 11.800',
      needs: [inviteQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(['ALL', ...inviteReviewStatuses]) },
      load: async () => (await import('./invite-queue.tsx')).InviteQueue,
    }),
  ],
  queues: { invites: { title: 'invites.title', at: { to: '/invites', search: {} } } },
} as const satisfies Feature
