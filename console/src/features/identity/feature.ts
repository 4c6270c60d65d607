import { identificationQueue } from '@evenhand/protocol/identification-console.ts'
import { identificationStatuses } from '@evenhand/protocol/states.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { code, text } from '../../lib/sentence-values.ts'
import { caseSearch } from '../../queue/case-search.ts'

/** Who customers are. */
export const identity = {
  screens: [
    screen({
      path: '/identity',
      title: 'identity.title',
      group: 'queues',
      icon: 'M3 5h18v14H3zM8 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 16.500c.3-1.500 1.500-2.200 3-2.200s2.700.7 3 2.200M14 10h4M14 14h4',
      needs: [identificationQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(identificationStatuses) },
      load: async () => (await import('./identity-queue.tsx')).IdentityQueue,
    }),
  ],
  queues: { identity: { title: 'identity.title', at: { to: '/identity', search: {} } } },
  found: {
    identification: {
      title: 'identity.found',
      target: ({ id, status }) => ({ to: '/identity', search: { id, ...(status !== null && { status }) } }),
    },
  },
  sentences: {
    kyc: ({ decision, person, document, code: why }) => ({
      key: decision === 'APPEAL' ? 'identity.sentence.appeal' : 'identity.sentence.end',
      values: { person: text(person), document: text(document), reason: code(why, `identity.reason.${why}`) },
    }),
  },
} as const satisfies Feature
