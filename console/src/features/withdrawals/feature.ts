import { withdrawalStatuses } from '@evenhand/protocol/states.ts'
import { withdrawalQueue } from '@evenhand/protocol/withdrawals-console.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { about, amount, code, text } from '../../lib/sentence-values.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Money that goes out, and the decisions of finance on it. */
export const withdrawals = {
  screens: [
    screen({
      path: '/withdrawals',
      title: 'withdrawals.title',
      group: 'queues',
      icon: 'M12 16V4M7 9l5-5 5 5M4 20h16',
      needs: [withdrawalQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(['ALL', ...withdrawalStatuses]) },
      load: async () => (await import('./withdrawal-queue.tsx')).WithdrawalQueue,
    }),
  ],
  queues: { withdrawals: { title: 'withdrawals.title', at: { to: '/withdrawals', search: {} } } },
  found: {
    withdrawal: {
      title: 'withdrawals.found',
      target: ({ id }) => ({ to: '/withdrawals', search: { id, status: 'ALL' } }),
    },
  },
  sentences: {
    'withdrawal.approve': ({ customer, coin, address, amount: requested, fee, net }) => ({
      key: 'withdrawals.sentence.pay',
      ...about(customer),
      values: {
        amount: amount(requested, coin),
        fee: amount(fee, coin),
        net: amount(net, coin),
        address: text(address),
      },
    }),
    'withdrawal.reject': ({ customer, coin, amount: requested, reason }) => ({
      key: 'withdrawals.sentence.reject',
      ...about(customer),
      values: { amount: amount(requested, coin), reason: code(reason, `withdrawals.reason.${reason}`) },
    }),
  },
} as const satisfies Feature
