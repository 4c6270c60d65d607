import { complaintQueue } from '@evenhand/protocol/complaints-console.ts'
import { complaintKinds } from '@evenhand/protocol/complaints.ts'
import { complaintStatuses } from '@evenhand/protocol/states.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch, word } from '../../lib/search.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Complaints and their answers. */
export const complaints = {
  screens: [
    screen({
      path: '/complaints',
      title: 'complaints.title',
      group: 'queues',
      icon: 'M5 4h14v11h-8l-4 4v-4H5ZM12 7v3M12 12.500h.01',
      needs: [complaintQueue],
      search: {
        ...tableSearch,
        ...caseSearch,
        status: oneOf(['ALL', ...complaintStatuses]),
        kind: oneOf(complaintKinds),
        no: word,
      },
      load: async () => (await import('./complaint-queue.tsx')).ComplaintQueue,
    }),
  ],
  queues: { complaints: { title: 'complaints.title', at: { to: '/complaints', search: {} } } },
  found: {
    complaint: {
      title: 'complaints.found',
      target: ({ id }) => ({ to: '/complaints', search: { id, status: 'ALL' } }),
    },
  },
} as const satisfies Feature
