import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { detailSearch } from '../../lib/search.ts'

/** Pages of text. */
export const content = {
  screens: [
    screen({
      path: '/detail',
      title: 'common.footer.company',
      chrome: chromes.page,
      isNamedByContent: true,
      usesQueries: true,
      search: detailSearch,
      texts: ['content'],
      load: async () => (await import('./detail.tsx')).Detail,
    }),
  ],
} as const satisfies Feature
