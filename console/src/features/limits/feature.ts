import { approveLimit, proposeLimit, rejectLimit } from '@evenhand/protocol/operator-requests.ts'
import { shortened } from '../../case/copyable.tsx'
import { screen, type Feature } from '../../lib/feature.ts'
import { about, amount, figure, text } from '../../lib/sentence-values.ts'
import { requestSearch } from '../../requests/request-search.ts'

/** Higher limits of withdrawals. */
export const limits = {
  screens: [
    screen({
      path: '/limits',
      title: 'limits.title',
      group: 'risk',
      icon: 'M4 20h16M7 16V9M12 16V4M17 16v-4',
      needs: [proposeLimit],
      search: requestSearch,
      load: async () => (await import('./limits-screen.tsx')).LimitsScreen,
    }),
  ],
  requests: {
    'withdrawal.limit': {
      approve: approveLimit,
      reject: rejectLimit,
      to: '/limits',
      line: ({ customerId = '', most }) => ({
        key: 'limits.line',
        values: { customer: text(shortened(customerId, 6)), most: figure(most) },
      }),
    },
  },
  sentences: {
    'withdrawal.limit': ({ customerId, most }) => ({
      key: 'limits.sentence.raise',
      ...about(customerId),
      values: { amount: amount(most, 'USDT') },
    }),
  },
} as const satisfies Feature
