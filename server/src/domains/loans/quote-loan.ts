import { interestUntil, repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import { loanProducts, maxLoan, minLoan, type LoanProduct } from '@evenhand/proofs/loans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import {
  type listLoanProducts,
  type loanAgreement as agreementRoute,
  type quoteLoan as quoteRoute,
} from '@evenhand/protocol/loans.ts'
import { loanRetryDays } from '@evenhand/protocol/loan-rules.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { pricedView } from './collateral.rules.ts'
import { loanAgreement } from './loan-agreement.ts'
import type { Borrower, LoansDeps } from './loans.deps.ts'
import { termsOf, usdtText, wantedLoan, type Record, type Wanted } from './loans.rules.ts'
import { recordsOf, type CustomerRecord } from './loans.store.ts'
import { pledgedNow } from './pledge-collateral.ts'

type Products = z.input<typeof listLoanProducts.result>
type Request = z.output<typeof quoteRoute.request>

const noRecord: CustomerRecord = { repaid: 0, overdue: 0, writtenOff: 0, openId: null, rejectedAt: null }

/** A customer's loans so far. */
export const recordOf = async ({ db }: Pick<LoansDeps, 'db'>, customerId: string): Promise<CustomerRecord> =>
  (await recordsOf(db, [customerId])).get(customerId) ?? noRecord

/** When a customer may apply again after a rejection; null where nothing is in the way. */
function mayApplyAt({ rejectedAt }: CustomerRecord, now: number): number | null {
  const at = rejectedAt === null ? 0 : rejectedAt + loanRetryDays * dayMs
  return at > now ? at : null
}

/** The state of an identity that was sent and is not verified, as 30003 names it. */
const identityStatusOf = (refusal: Refusal | undefined): string | null =>
  typeof refusal?.params['status'] === 'string' ? refusal.params['status'] : null

async function callerOf(
  deps: LoansDeps,
  call: Call,
): Promise<{ caller: Products['caller']; record: Record | undefined }> {
  const { session, ip } = call
  if (session.customerId === '') return { caller: null, record: undefined }
  const [borrower, loans, refusal] = await Promise.all([
    deps.borrowerOf(session.customerId),
    recordOf(deps, session.customerId),
    deps.identityRefusal(session.customerId),
  ])
  const isVerified = refusal === undefined
  const score = borrower?.creditScore ?? null
  return {
    caller: {
      score,
      isVerified,
      identityStatus: identityStatusOf(refusal),
      isOffered: deps.isOffered({ session, ip }),
      openLoanId: loans.openId,
      mayApplyAt: mayApplyAt(loans, deps.clock.now()),
    },
    record: { score: isVerified ? (score ?? 0) : 0, repaidLoans: loans.repaid },
  }
}

/** Terms of a product as anyone may read them. */
export function publicTerms(product: LoanProduct) {
  const { days, freeDays, dailyRate, apr } = termsOf(product.max, product)
  return { days, freeDays, dailyRate, apr, minScore: product.minScore, max: usdtText(product.max) }
}

/** The table of terms; with a session, what this caller may borrow of each. */
export async function listProducts(deps: LoansDeps, _request: object, call: Call): Promise<Products> {
  const { caller, record } = await callerOf(deps, call)
  const products = loanProducts.map((product) => ({
    ...publicTerms(product),
    callerMax: record === undefined ? null : usdtText(maxLoan(product, record)),
  }))
  return { products, min: usdtText(minLoan), caller }
}

/** The score that every term is open from. */
const highestMinScore = Math.max(...loanProducts.map(({ minScore }) => minScore))

/**
 * What the caller wants, if it may be lent to him. Refuses in this order: 40001 another country, 10022
 * or 30003 without a verified identity, and then as `wantedLoan` does; a secured loan needs no score.
 */
export async function mustBeLendable(
  deps: LoansDeps,
  { amount, days, isSecured = false }: { amount: string; days: number; isSecured?: boolean },
  call: Pick<Call, 'session' | 'ip'>,
): Promise<Wanted & { borrower: Borrower }> {
  const { session, ip } = call
  const { customerId } = session
  if (!deps.isOffered({ session, ip })) throw refuse('notInYourCountry', { product: 'loans', country: session.country })
  const [refusal, borrower, loans] = await Promise.all([
    deps.identityRefusal(customerId),
    deps.borrowerOf(customerId),
    recordOf(deps, customerId),
  ])
  if (refusal !== undefined) throw refusal
  if (borrower === undefined) throw refuse('customerNotFound')
  const score = borrower.creditScore ?? 0
  const record = { score: isSecured ? Math.max(score, highestMinScore) : score, repaidLoans: loans.repaid }
  return { ...wantedLoan({ days, amount }, record), borrower }
}

/** What an amount costs over a term, as if it were paid out now. */
export async function quoteLoan(
  deps: LoansDeps,
  request: Request,
  call: Call,
): Promise<z.input<typeof quoteRoute.result>> {
  const { product, amount } = await mustBeLendable(deps, request, call)
  const disbursedAt = deps.clock.now()
  const loan = { principal: amount, disbursedAt, terms: product, payments: [] }
  return {
    ...termsOf(amount, product),
    repaymentDate: repaymentDate(loan),
    schedule: Array.from({ length: product.days + 1 }, (_, day) => {
      const interest = interestUntil(loan, disbursedAt + day * dayMs)
      return { day, interest: usdtText(interest), total: usdtText(amount + interest) }
    }),
  }
}

/** The agreement of what is wanted, in the language of the call. */
export async function readAgreement(
  deps: LoansDeps,
  request: z.output<typeof agreementRoute.request>,
  call: Call,
): Promise<z.input<typeof agreementRoute.result>> {
  const { collateralCoin: coin, collateralAmount = '' } = request
  const isSecured = coin !== undefined
  const { borrower, ...lendable } = await mustBeLendable(deps, { ...request, isSecured }, call)
  const collateral = isSecured ? pledgedNow(deps, lendable.amount, { coin, amount: collateralAmount }) : undefined
  const wanted: Wanted = collateral === undefined ? lendable : { ...lendable, collateral }
  const lang = request.lang === undefined ? call.lang : langOf(request.lang)
  const { standingOrder, setOff } = request
  const clauses = { standingOrder: standingOrder === 'true', setOff: setOff === 'true' }
  return {
    ...loanAgreement(wanted, { borrower: borrower.username, lang, clauses }),
    collateral: collateral === undefined ? null : pricedView(wanted.amount, collateral),
  }
}
