import { creditScore } from '@evenhand/protocol/credit-score.ts'
import { listLoanProducts, listLoanRecord, loanAgreement, viewLoan, type Loan } from '@evenhand/protocol/loans.ts'
import { repaymentPlanText } from '@evenhand/protocol/repayment-plans.ts'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useSession } from '../../lib/session.ts'
import { useLang } from '../../lib/settings.ts'
import { usdtUnits } from '../../lib/usdt.ts'
import type { Chosen } from './collateral-query.ts'

const pollMs = 20_000

/** What is offered, and what stands in this customer's way, if anything does. */
export function useLoanProducts() {
  const signedIn = useSession() !== undefined
  return useQuery({
    queryKey: signedIn ? ['mine', 'loans', 'products'] : ['loans', 'products'],
    queryFn: ({ signal }) => call(listLoanProducts, {}, { signal }),
    // An operator may verify the identity or decide about a loan while the page is open.
    refetchInterval: signedIn && pollMs,
  })
}

/** The customer's loans, newest first. */
export function useLoans() {
  const every = usePollEvery(pollMs)
  return useQuery({
    queryKey: ['mine', 'loans', 'list'],
    queryFn: async ({ signal }) => {
      const response = await call(listLoanRecord, {}, { signal })
      return 'rows' in response ? response.rows : response
    },
    refetchInterval: every || pollMs * 3,
  })
}

/** One loan with its history and what repaying it costs from today on. */
export const useLoan = (id: string) =>
  useQuery({
    queryKey: ['mine', 'loans', 'one', id],
    queryFn: ({ signal }) => call(viewLoan, { id }, { signal }),
    refetchInterval: pollMs,
  })

/** Clauses that a customer ticks apart from the agreement. */
export type Clauses = { readonly standingOrder: boolean; readonly setOff: boolean }

/** The agreement over an amount and a term with the clauses that are ticked and what is pledged, in the page's language. */
export function useAgreement(
  { amount, days }: { amount: string; days: number },
  { standingOrder, setOff, collateral }: Clauses & { collateral: Chosen | undefined },
) {
  const lang = useLang()
  const ticked = {
    ...(standingOrder ? { standingOrder: 'true' as const } : {}),
    ...(setOff ? { setOff: 'true' as const } : {}),
    ...(collateral ? { collateralCoin: collateral.coin, collateralAmount: collateral.amount } : {}),
  }
  return useQuery({
    queryKey: ['mine', 'loans', 'agreement', amount, days, lang, ticked],
    queryFn: ({ signal }) => call(loanAgreement, { amount, days, lang, ...ticked }, { signal }),
    // It is signed as it is shown: another text comes only when this one is refused.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The text of a repayment plan in the page's language, as it is accepted. */
export function usePlanText(id: string) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'loans', 'plan', id, lang],
    queryFn: ({ signal }) => call(repaymentPlanText, { id, lang }, { signal }),
    // It is accepted as it is shown: another text comes only when this one is refused.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The customer's credit score, the rules it follows, and what moved it. */
export const useCreditScore = () =>
  useQuery({
    queryKey: ['mine', 'loans', 'score'],
    queryFn: ({ signal }) => call(creditScore, {}, { signal }),
  })

const running: readonly Loan['status'][] = ['APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS']

/** Whether something is owed of a loan. */
export const isRunning = ({ status }: Pick<Loan, 'status'>): boolean => running.includes(status)

/** Whether a loan's repayment date has passed. */
export const isLate = ({ status }: Pick<Loan, 'status'>): boolean => status === 'OVERDUE' || status === 'IN_ARREARS'

/** The instalment that is paid next by the repayment plan in force; undefined where there is none. */
export const nextInstalment = ({ repaymentPlan }: Pick<Loan, 'repaymentPlan'>) =>
  repaymentPlan?.status === 'ACCEPTED' ? repaymentPlan.instalments.find(({ left }) => usdtUnits(left) > 0n) : undefined
