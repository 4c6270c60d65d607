import { reserves as readReserves } from '@evenhand/protocol/operator-result.ts'
import { approveTopUp, rejectTopUp } from '@evenhand/protocol/reserve-top-ups.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { amount, code, figure, text } from '../../lib/sentence-values.ts'
import { requestTabSearch } from '../../requests/request-search.ts'
import { accountNames } from './top-up-words.ts'

const named = (account = '') =>
  code(account, `reserves.account.${(accountNames as Readonly<Record<string, string>>)[account]}`)

/** What the house keeps, and what is put into it. */
export const reserves = {
  screens: [
    screen({
      path: '/reserves',
      title: 'reserves.title',
      group: 'money',
      icon: 'M4 5h16v14H4zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM7 19v2M17 19v2',
      needs: [readReserves],
      search: requestTabSearch,
      load: async () => (await import('./reserves-screen.tsx')).ReservesScreen,
    }),
  ],
  requests: {
    'reserve.topUp': {
      approve: approveTopUp,
      reject: rejectTopUp,
      to: '/reserves',
      tab: 'requests',
      line: ({ amount: moved, asset, account }) => ({
        key: 'reserves.line',
        values: { amount: figure(moved), asset: text(asset), account: named(account) },
      }),
    },
  },
  sentences: {
    'reserve.topUp': ({ account, asset, amount: moved }) => ({
      key: 'reserves.sentence.topUp',
      values: { amount: amount(moved, asset), account: named(account) },
    }),
  },
} as const satisfies Feature
