import { creditScore } from '@evenhand/protocol/credit-score.ts'
import {
  applyForLoan,
  cancelLoan,
  listLoanProducts,
  listLoanRecord,
  loanAgreement,
  loanDocument,
  quoteLoan,
  repayLoan,
  revokeLoanClause,
  viewLoan,
  withdrawLoanApplication,
} from '@evenhand/protocol/loans.ts'
import {
  acceptRepaymentPlan,
  declineRepaymentPlan,
  repaymentPlanDocument,
  repaymentPlanText,
} from '@evenhand/protocol/repayment-plans.ts'
import { addCollateral, loanCollateral, takeCollateral } from '@evenhand/protocol/loan-collateral.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as z from 'zod/mini'
import { parseRequest } from '../../kernel/http/call.ts'
import { handle, type Call, type Mounted } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { otherTerm } from './loans.rules.ts'
import type { Loans } from './loans.ts'

/**
 * A route whose malformed fields are refused as wrong ones are: days that are not even a number with every term, and an amount
 * that is no text, or far too long, with the range of this call. The use case states it when it gets an empty amount, which
 * is never taken.
 */
const withRanges = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  run: (body: z.output<A>, call: Call) => Promise<z.input<R>>,
): Mounted =>
  handle(route, run, {
    async complete(refusal, raw, call) {
      if (refusal.key === 'termUnknown') return otherTerm()
      if (refusal.key !== 'amountWrong') return refusal
      try {
        await run(parseRequest(route as never, { ...raw, amount: '' }) as z.output<A>, call)
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        return cause.key === 'termUnknown' ? otherTerm() : cause
      }
      throw new Error('an empty amount was taken')
    },
  })

/** Requests of a customer about loans and the score. */
export const loansRoutes = (loans: Loans): Mounted[] => [
  handle(listLoanProducts, loans.products),
  withRanges(quoteLoan, loans.quote),
  withRanges(loanAgreement, loans.agreement),
  withRanges(applyForLoan, loans.apply),
  handle(loanCollateral, loans.collateral),
  withRanges(addCollateral, loans.addCollateral),
  withRanges(takeCollateral, loans.takeCollateral),
  handle(viewLoan, loans.view),
  handle(listLoanRecord, loans.list),
  withRanges(repayLoan, loans.repay),
  handle(cancelLoan, loans.cancel),
  handle(revokeLoanClause, loans.revokeClause),
  handle(withdrawLoanApplication, loans.withdrawApplication),
  handle(loanDocument, loans.document),
  handle(repaymentPlanText, loans.planText),
  handle(repaymentPlanDocument, loans.planDocument),
  handle(acceptRepaymentPlan, loans.acceptPlan),
  handle(declineRepaymentPlan, loans.declinePlan),
  handle(creditScore, loans.creditScore),
]
