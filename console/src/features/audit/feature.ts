import { auditLog } from '@evenhand/protocol/operator-result.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { tableSearch, word } from '../../lib/search.ts'

/** Everything that operators did. */
export const audit = {
  screens: [
    screen({
      path: '/audit',
      title: 'audit.title',
      group: 'control',
      icon: 'M12 3l8 3v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6ZM8.500 12l2.500 2.500 4.500-5',
      needs: [auditLog],
      find: 'audit.find',
      search: { ...tableSearch, operator: word, act: word, q: word },
      load: async () => (await import('./audit-screen.tsx')).AuditScreen,
    }),
  ],
} as const satisfies Feature
