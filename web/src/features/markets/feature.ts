import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'
import { currentSession } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'

/** The list of markets, and the lists that customers keep. */
export const markets = {
  screens: [
    screen({
      path: '/market',
      title: 'market.title',
      chrome: chromes.tab,
      search: texts('type', 'q', 'sort', 'find', 'only', 'list'),
      texts: ['market', 'watchlist'],
      load: async () => (await import('./market-screen.tsx')).MarketScreen,
      tab: { title: 'common.nav.markets', icon: 'candles', at: 2 },
    }),
  ],
  // What a visitor watched joins the customer's lists at sign-in.
  onSession() {
    if (currentSession() && readStored('watchlist') !== null)
      void import('./watchlist/watch-store.ts').then(({ start }) => start())
  },
} as const satisfies Feature
