import { exploreLedger } from '@evenhand/protocol/operator-result.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { tableSearch, word } from '../../lib/search.ts'

/** Every entry of the books. */
export const ledger = {
  screens: [
    screen({
      path: '/ledger',
      title: 'ledger.title',
      group: 'money',
      icon: 'M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM9 8h7M9 12h7M9 16h4',
      needs: [exploreLedger],
      find: 'ledger.find',
      search: { ...tableSearch, account: word, kind: word, q: word },
      load: async () => (await import('./ledger-screen.tsx')).LedgerScreen,
    }),
  ],
} as const satisfies Feature
