import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

/** Loans: what is offered, the agreement that is signed, and what is owed. */
export const loans = {
  screens: [
    screen({
      path: '/loan',
      title: 'loans.title',
      chrome: chromes.page,
      usesQueries: true,
      search: texts('days', 'amount'),
      texts: ['loans', 'amount', 'codes'],
      load: async () => (await import('./loan-screen.tsx')).LoanScreen,
      account: { title: 'profile.page.loan', icon: 'calendar', at: 45, group: 'money' },
    }),
    screen({
      path: '/loan/agreement',
      title: 'loans.agreement.title',
      chrome: chromes.page,
      isForCustomers: true,
      usesQueries: true,
      search: texts('days', 'amount'),
      texts: ['loans', 'amount', 'upload', 'codes'],
      load: async () => (await import('./agreement-screen.tsx')).AgreementScreen,
    }),
    screen({
      path: '/loan/account',
      title: 'loans.account.title',
      chrome: chromes.page,
      isForCustomers: true,
      usesQueries: true,
      search: texts('id'),
      texts: ['loans', 'amount', 'codes'],
      load: async () => (await import('./account-screen.tsx')).AccountScreen,
    }),
    screen({
      path: '/loan/verification',
      title: 'loans.verification.title',
      chrome: chromes.page,
      isForCustomers: true,
      usesQueries: true,
      texts: ['loans', 'identity', 'codes'],
      load: async () => (await import('../../routes/loan-verification.tsx')).LoanVerification,
    }),
  ],
} as const satisfies Feature
