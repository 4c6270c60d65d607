import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Customer service. */
export const chat = {
  screens: [
    screen({
      path: '/customerservice',
      title: 'chat.title',
      chrome: chromes.chat,
      search: texts('from'),
      texts: ['chat', 'codes'],
      load: async () => (await import('./customer-service.tsx')).CustomerService,
    }),
  ],
} as const satisfies Feature
