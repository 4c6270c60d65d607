import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Charity collectibles: the market, one work, a charity's page, and what is the customer's own. */
export const collectibles = {
  screens: [
    screen({
      path: '/nfts',
      title: 'common.nav.nfts',
      isNamedByContent: true,
      chrome: chromes.tab,
      usesQueries: true,
      search: texts('id', 'charity', 'show', 'status', 'sort', 'page'),
      pageBy: ['id', 'charity'],
      texts: ['collectibles', 'amount', 'codes'],
      load: async () => (await import('../../routes/collectibles.tsx')).Collectibles,
      tab: { title: 'common.nav.nfts', icon: 'star', at: 4 },
    }),
  ],
} as const satisfies Feature
