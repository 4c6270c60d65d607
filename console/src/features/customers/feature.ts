import { approveLegalHold, listLegalHolds, rejectLegalHold } from '@evenhand/protocol/legal-holds.ts'
import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import type { Found } from '@evenhand/protocol/operator-search.ts'
import { lazy } from 'react'
import { shortened } from '../../case/copyable.tsx'
import {
  screen,
  type Feature,
  type Target,
  type RequestSpec,
  type Sentence,
  type SentenceMaker,
} from '../../lib/feature.ts'
import { oneOf, word } from '../../lib/search.ts'
import { about, text } from '../../lib/sentence-values.ts'
import { requestTabSearch } from '../../requests/request-search.ts'
import { customerStatuses } from './customer-words.ts'

const holdSentence =
  (key: Sentence['key']): SentenceMaker =>
  ({ customerId, reference }) => ({ key, ...about(customerId), values: { reference: text(reference) } })

/** A request about the order of a court: it stands in a list of its own, which others read. */
const holdRequest = (key: Sentence['key']): RequestSpec => ({
  approve: approveLegalHold,
  reject: rejectLegalHold,
  list: listLegalHolds,
  to: '/customers',
  tab: 'requests',
  line: ({ customerId = '', reference }) => ({
    key,
    values: { customer: text(shortened(customerId, 6)), reference: text(reference) },
  }),
  Attachment: lazy(async () => ({ default: (await import('./legal-document.tsx')).LegalDocument })),
})

/** What is found of a customer leads to the customer. */
const customerTarget = ({ id, customerId }: Found): Target => ({
  to: '/customers',
  search: { q: customerId ?? id, id: customerId ?? id },
})

/** Customers, and the orders of courts about them. */
export const customers = {
  screens: [
    screen({
      path: '/customers',
      title: 'customers.title',
      group: 'people',
      icon: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c.7-4 3.500-5.500 6.500-5.500s5.800 1.500 6.500 5.500M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .6 3.200 2.300 3.500 5.500',
      needs: [operatorUsers],
      search: { ...requestTabSearch, q: word, status: oneOf(customerStatuses) },
      load: async () => (await import('./customers-screen.tsx')).CustomersScreen,
    }),
  ],
  queues: {
    legalHolds: {
      title: 'customers.hold.queue',
      at: { to: '/customers', search: { status: 'LEGAL_HOLD' } },
      clock: 'customers.hold.reviewsDue',
    },
  },
  found: {
    customer: { title: 'customers.found.customer', target: customerTarget },
    conversion: { title: 'customers.found.conversion', target: customerTarget },
    order: { title: 'customers.found.order', target: customerTarget },
    contract: { title: 'customers.found.contract', target: customerTarget },
    plan: { title: 'customers.found.plan', target: customerTarget },
    collectible: { title: 'customers.found.collectible', target: customerTarget },
    legalHold: { title: 'customers.found.legalHold', target: () => ({ to: '/', search: {} }) },
  },
  requests: {
    'customer.hold': holdRequest('customers.line.hold'),
    'customer.holdReview': holdRequest('customers.line.holdReview'),
    'customer.release': holdRequest('customers.line.release'),
  },
  sentences: {
    'customer.hold': (signed) =>
      holdSentence(signed['tell'] === 'true' ? 'customers.sentence.hold' : 'customers.sentence.holdSilent')(signed),
    'customer.holdReview': holdSentence('customers.sentence.holdReview'),
    'customer.release': holdSentence('customers.sentence.release'),
  },
} as const satisfies Feature
