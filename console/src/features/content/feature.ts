import { listContent } from '@evenhand/protocol/content-console.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, word } from '../../lib/search.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { contentTabs, workFilters } from './content-words.ts'

/** Pages, questions and answers, and notices: written, translated, previewed, scheduled and published. */
export const content = {
  screens: [
    screen({
      path: '/content',
      title: 'content.title',
      group: 'control',
      icon: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
      needs: [listContent],
      search: { tab: oneOf(contentTabs), work: oneOf(workFilters), slug: word, lang: oneOf(langValues) },
      load: async () => (await import('./content-screen.tsx')).ContentScreen,
    }),
  ],
} as const satisfies Feature
