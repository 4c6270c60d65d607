import type { listLoanRecord, revokeLoanClause } from '@evenhand/protocol/loans.ts'
import * as z from 'zod/mini'
import { createKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { sql } from '../../kernel/db/db.ts'
import { acceptRepayment, declineRepayment, readPlanText } from './accept-repayment-plan.ts'
import { applyLoanRequest } from './apply-loan.ts'
import { setOffOverdue } from './collect-due.ts'
import { revokeClause } from './collections.store.ts'
import { holdCollateral } from './hold-collateral.ts'
import { readCreditScore } from './credit-score.ts'
import { loanDocument } from './loan-document.ts'
import type { LoansDeps } from './loans.deps.ts'
import { countLoans, findLoan, loansWhere, withdrawLoan } from './loans.store.ts'
import { planDocument } from './plan-document.ts'
import { addCollateral } from './pledge-collateral.ts'
import { listProducts, quoteLoan, readAgreement } from './quote-loan.ts'
import { cancelLoan, repayLoan } from './repay-loan.ts'
import { runDueLoans } from './run-due-loans.ts'
import { takeCollateral } from './take-collateral.ts'
import { readCollateral } from './view-collateral.ts'
import { viewLoan, viewWholeLoan } from './view-loan.ts'

type WithoutDeps<F> = F extends (deps: LoansDeps, request: infer A, call: Call) => infer R
  ? (request: A, call: Call) => R
  : never
/** A use case that was given what it needs. */
const given =
  (deps: LoansDeps) =>
  <A, R>(run: (deps: LoansDeps, request: A, call: Call) => R): WithoutDeps<typeof run> =>
    ((request: A, call: Call) => run(deps, request, call)) as WithoutDeps<typeof run>

/**
 * The same for what locks its customer's row: one call of a customer after another, so that those which wait hold no
 * connection, and no lock runs into its bound while twenty of them come at once.
 */
const serializedBy = (deps: LoansDeps) => {
  const mutex = createKeyedMutex()
  return <A, R>(run: (deps: LoansDeps, request: A, call: Call) => Promise<R>): WithoutDeps<typeof run> =>
    ((request: A, call: Call) => mutex.run(call.session.customerId, () => run(deps, request, call))) as WithoutDeps<
      typeof run
    >
}

/** Loans: what is offered, the signed application, what is owed, and what comes back. */
export function createLoans(deps: LoansDeps) {
  const { db, clock } = deps
  const withDeps = given(deps)
  const serialized = serializedBy(deps)
  const runDue = async () => {
    try {
      await runDueLoans(deps)
    } finally {
      await setOffOverdue(deps)
    }
  }
  return {
    deps,
    products: withDeps(listProducts),
    quote: withDeps(quoteLoan),
    agreement: withDeps(readAgreement),
    apply: serialized(applyLoanRequest),
    repay: serialized(repayLoan),
    cancel: serialized(cancelLoan),
    document: withDeps(loanDocument),
    planText: withDeps(readPlanText),
    planDocument: withDeps(planDocument),
    acceptPlan: serialized(acceptRepayment),
    declinePlan: serialized(declineRepayment),
    creditScore: withDeps(readCreditScore),
    collateral: withDeps(readCollateral),
    addCollateral: serialized(addCollateral),
    takeCollateral: serialized(takeCollateral),
    async view({ id }: { id: string }, { session }: Call) {
      const row = await findLoan(db, { id, customerId: session.customerId })
      if (row === undefined) throw refuse('notFound')
      return viewWholeLoan(db, row, clock.now())
    },
    /** Takes an application back; refuses 40039 one that is decided. */
    async withdrawApplication({ id }: { id: string }, { session }: Call) {
      const params = { id, customerId: session.customerId }
      const done = await withdrawLoan(db, { ...params, at: clock.now() })
      const row = await findLoan(db, params)
      if (!done || row === undefined) throw refuse('notFound')
      deps.moved(session.accountId)
      return viewWholeLoan(db, row, clock.now())
    },
    /** Revokes a clause that was signed; refuses 40039 one that was not. */
    async revokeClause({ id, clause }: z.output<typeof revokeLoanClause.request>, { session }: Call) {
      const params = { id, customerId: session.customerId }
      const isSigned = await revokeClause(db, { ...params, clause, at: clock.now() })
      const row = await findLoan(db, params)
      if (!isSigned || row === undefined) throw refuse('notFound')
      return viewWholeLoan(db, row, clock.now())
    },
    async list(request: z.output<typeof listLoanRecord.request>, { session }: Call) {
      const size = request.page === undefined ? 100 : (request.size ?? 20)
      const page = request.page ?? 1
      const status = request.status === undefined ? sql`true` : sql`l.status = ${request.status}`
      const where = sql`l.customer_id = ${session.customerId} and ${status}`
      const rows = (await loansWhere(db, { where, limit: size, offset: (page - 1) * size })).map((row) =>
        viewLoan(row, clock.now()),
      )
      return request.page === undefined ? rows : { rows, total: await countLoans(db, where), page, size }
    },
    /** Reminders, overdue loans, arrears, and what is set off; done every minute of the product's clock. */
    runDue,
    jobs: [
      { name: 'loans', everyMs: 60_000, byClock: true, run: runDue },
      { name: 'collateral of loans', everyMs: 5_000, run: () => holdCollateral(deps) },
    ] as readonly JobSpec[],
  }
}

export type Loans = ReturnType<typeof createLoans>
