import { exposure, feeds } from '@evenhand/protocol/operator-result.ts'
import {
  approveListing,
  approveRestriction,
  rejectListing,
  rejectRestriction,
} from '@evenhand/protocol/operator-risk.ts'
import { shortened } from '../../case/copyable.tsx'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, word } from '../../lib/search.ts'
import { about, code, count, text } from '../../lib/sentence-values.ts'
import { requestSearch } from '../../requests/request-search.ts'

/** What the house stands to pay, and what two of role risk decide. */
export const risk = {
  screens: [
    screen({
      path: '/exposure',
      title: 'risk.title',
      group: 'risk',
      icon: 'M3 12h4l3-7 4 14 3-7h4',
      needs: [exposure, feeds],
      search: {
        ...requestSearch,
        tab: oneOf(['exposure', 'feeds', 'requests']),
        mode: oneOf(['real', 'virtual']),
        q: word,
        late: oneOf(['true']),
      },
      load: async () => (await import('./risk-screen.tsx')).RiskScreen,
    }),
  ],
  requests: {
    'customer.restrict': {
      approve: approveRestriction,
      reject: rejectRestriction,
      to: '/exposure',
      tab: 'requests',
      line: ({ customerId = '', days }) => ({
        key: 'risk.line.restrict',
        values: { customer: text(shortened(customerId, 6)), days: count(days) },
      }),
    },
    'instrument.listing': {
      approve: approveListing,
      reject: rejectListing,
      to: '/exposure',
      tab: 'requests',
      line: ({ state, instrument }) => ({
        key: state === 'listed' ? 'risk.line.relist' : 'risk.line.delist',
        values: { instrument: text(instrument) },
      }),
    },
  },
  sentences: {
    'customer.restrict': ({ customerId, reasonCode, days }) => ({
      key: 'risk.sentence.restrict',
      ...about(customerId),
      values: { days: count(days), reason: code(reasonCode, `customers.restrict.reason.${reasonCode}`) },
    }),
    'instrument.listing': ({ instrument, state, reasonCode }) => ({
      key: state === 'listed' ? 'risk.sentence.relist' : 'risk.sentence.delist',
      values: { instrument: text(instrument), reason: code(reasonCode, `risk.reason.${reasonCode}`) },
    }),
  },
} as const satisfies Feature
