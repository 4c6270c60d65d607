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
import { handle, type Mounted } from '../../kernel/http/http.ts'
import { otherTerm } from './loans.rules.ts'
import type { Loans } from './loans.ts'

/** Days that are not even a number are refused with every term, as other days are. */
const complete: NonNullable<Mounted['complete']> = async (refusal) =>
  refusal.key === 'termUnknown' ? otherTerm() : refusal

/** Requests of a customer about loans and the score. */
export const loansRoutes = (loans: Loans): Mounted[] => [
  handle(listLoanProducts, loans.products),
  handle(quoteLoan, loans.quote, { complete }),
  handle(loanAgreement, loans.agreement, { complete }),
  handle(applyForLoan, loans.apply, { complete }),
  handle(loanCollateral, loans.collateral),
  handle(addCollateral, loans.addCollateral),
  handle(takeCollateral, loans.takeCollateral),
  handle(viewLoan, loans.view),
  handle(listLoanRecord, loans.list),
  handle(repayLoan, loans.repay),
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
