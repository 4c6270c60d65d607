import { loanQueue } from '@evenhand/protocol/loans-console.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { loanStatuses } from '@evenhand/protocol/states.ts'
import { shortened } from '../../case/copyable.tsx'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'
import { about, amount, count, figure, text } from '../../lib/sentence-values.ts'
import { caseSearch } from '../../queue/case-search.ts'
import { sumOf } from './plan-split.ts'

/** Loans that customers signed, and what finance approves of them. */
export const loans = {
  screens: [
    screen({
      path: '/loans',
      title: 'loans.title',
      group: 'queues',
      icon: 'M4 15c2.500-2 5-2 7 0h3.500a1.500 1.500 0 0 1 0 3H11M4 20h9l7-4.500M15 9.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Z',
      needs: [loanQueue],
      search: { ...tableSearch, ...caseSearch, status: oneOf(['ALL', 'PLAN_PREPARED', ...loanStatuses]) },
      load: async () => (await import('./loan-queue.tsx')).LoanQueue,
    }),
  ],
  queues: {
    loans: { title: 'loans.title', at: { to: '/loans', search: {} } },
    repaymentPlans: {
      title: 'loans.plan.queue',
      at: { to: '/loans', search: { status: 'PLAN_PREPARED' } },
      clock: 'loans.plan.clock',
    },
  },
  found: {
    loan: { title: 'loans.found', target: ({ id }) => ({ to: '/loans', search: { id, status: 'ALL' } }) },
  },
  sentences: {
    'loan.approve': ({ customer, amount: lent, days, freeDays, dailyPpm, agreementHash = '' }) => ({
      key: 'loans.sentence.approve',
      ...about(customer),
      values: {
        amount: amount(lent, 'USDT'),
        days: count(days),
        freeDays: count(freeDays),
        // Millionths of a day, as per cent.
        rate: figure(/^[0-9]{1,7}$/.test(dailyPpm ?? '') ? formatUnits(BigInt(dailyPpm ?? ''), 4, 2) : dailyPpm),
        hash: text(shortened(agreementHash, 8)),
      },
    }),
    'loan.plan': ({ customer, principal = '', interest = '', instalments = '' }) => ({
      key: 'loans.sentence.plan',
      ...about(customer),
      values: {
        amount: amount(sumOf(principal, interest), 'USDT'),
        count: count(String(instalments.split(', ').length)),
        instalments: text(instalments),
      },
    }),
  },
} as const satisfies Feature
