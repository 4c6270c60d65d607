import { loanProducts } from '@evenhand/proofs/loans/terms.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { loanReviewHours } from '@evenhand/protocol/loan-rules.ts'
import { loanQueue, viewLoanCase } from '@evenhand/protocol/loans-console.ts'
import { planApprovalDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { followStandingOrders } from './collect-due.ts'
import type { LoansConsoleDeps } from './loans.deps.ts'
import { loansOut } from './loan-figures.ts'
import { loansConsole } from './loans.console.ts'
import { loansExport } from './loans.export.ts'
import { loanNotifications } from './loans.notifications.ts'
import { loanHistory, loansWaiting, loanWaits, planHistory, plansWaiting } from './loans.queues.ts'
import { loansRoutes } from './loans.routes.ts'
import { nameLoans, searchLoans } from './loans.store.ts'
import { loanTimeline } from './loans.timeline.ts'
import type { Loans } from './loans.ts'
import { publicTerms } from './quote-loan.ts'
import { releaseOutbid, releaseRepaid } from './release-repaid.ts'

/** Loans as they are served, reviewed by operators and exported. */
export function loansModule(
  loans: Loans,
  { pools, console: given }: Pick<ModuleDeps, 'pools'> & { console: Omit<LoansConsoleDeps, 'db'> },
): Module {
  const [api, console] = [owned<'loans'>(pools.api), owned<'loans'>(pools.console)]
  return {
    name: 'loans',
    routes: loansRoutes(loans),
    consoleRoutes: loansConsole({ ...given, db: console }),
    jobs: loans.jobs,
    subscriptions: [releaseRepaid, releaseOutbid, followStandingOrders].map((open) =>
      open(owned<'outbox'>(pools.api), loans.deps),
    ),
    start: async () => void (loans.deps.hasDocumentKey && (await loans.deps.documentKey())),
    queues: [
      {
        name: 'loans',
        shownBy: loanQueue,
        promisedMs: loanReviewHours * hourMs,
        waiting: (now) => loansWaiting(console, now),
        history: (params) => loanHistory(console, params),
        publicWaits: (now) => loanWaits(api, now),
      },
      {
        name: 'repaymentPlans',
        shownBy: loanQueue,
        promisedMs: planApprovalDays * dayMs,
        waiting: (now) => plansWaiting(console, now),
        history: (params) => planHistory(console, params),
      },
    ],
    notifications: loanNotifications,
    dataExport: loansExport(api),
    parameters: [['loan_terms', async () => loanProducts.map(publicTerms)]],
    figures: { loansOut: loansOut(api) },
    names: [{ kinds: /^loan\./, names: (params) => nameLoans(api, params) }],
    timeline: { loan: loanTimeline(console) },
    search: [{ shownBy: { loan: viewLoanCase }, find: ({ sought }) => searchLoans(console, sought) }],
  }
}
