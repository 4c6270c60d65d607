import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { instrumentSearch } from '../../lib/search.ts'

/** An instrument: its chart and what is bought and sold there. */
export const chart = {
  screens: [
    screen({
      path: '/cruuency',
      title: 'common.nav.markets',
      chrome: chromes.instrument,
      isNamedByContent: true,
      search: instrumentSearch,
      pageBy: ['code'],
      redirect: ({ code }) => (code === '' ? { to: '/market' } : undefined),
      texts: ['instrument', 'trade', 'market'],
      load: async () => (await import('../../routes/instrument.tsx')).InstrumentPage,
    }),
    // The address by the word's right spelling.
    screen({
      path: '/currency',
      title: 'common.nav.markets',
      chrome: chromes.none,
      search: instrumentSearch,
      redirect: (search) => ({ to: '/cruuency', search }),
      texts: [],
      load: () => Promise.resolve(() => null),
    }),
  ],
} as const satisfies Feature
