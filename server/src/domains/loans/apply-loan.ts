import { createHmac } from 'node:crypto'
import { hourMs } from '@evenhand/protocol/durations.ts'
import { type applyForLoan, type WholeLoan } from '@evenhand/protocol/loans.ts'
import { maxLoanByOnePerson, loanRetryDays, loanReviewHours } from '@evenhand/protocol/loan-rules.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { agreementOfHash, loanAgreement, type Agreement } from './loan-agreement.ts'
import { loanNotice } from './loan-notices.ts'
import type { LoansDeps } from './loans.deps.ts'
import { holdPledged, pledgedAsSigned } from './pledge-collateral.ts'
import { mustBeLendable } from './quote-loan.ts'
import type { Wanted } from './loans.rules.ts'
import { applyLoan, findLoan, type Applied, type LoansDb } from './loans.store.ts'
import { replayedLoan } from './replayed-loan.ts'
import { viewWholeLoan } from './view-loan.ts'

type Request = z.output<typeof applyForLoan.request>

/** The call under which its idempotency keys are kept. */
const keyRoute = 'applyForLoan'
const rule = { name: 'loanApply', max: 20, perMs: hourMs }

/**
 * Takes an application with the agreement that its customer signed; no money moves. The text is made again here, and what
 * was signed has to be its hash in one of the languages. The same Idempotency-Key returns the first response again, and
 * refuses 40028 with another request. Refuses as a quote does, then 40021 without a signature, 40039 a picture that is not
 * the customer's signature, 40006 another text than the present one, 40038 while a loan is open or under review, 40003
 * within seven days of a rejection, and what `pledgedAsSigned` and `holdPledged` refuse of collateral, which is held at once.
 */
export async function applyLoanRequest(deps: LoansDeps, request: Request, call: Call): Promise<WholeLoan> {
  const before = await replayedLoan(deps, deps.db, { call, route: keyRoute })
  if (before !== undefined) return before
  const { session } = call
  await deps.mayBorrow({ session, ip: call.ip })
  const { collateral: signed } = request
  const { borrower, ...lendable } = await mustBeLendable(deps, { ...request, isSecured: signed !== undefined }, call)
  const wanted: Wanted =
    signed === undefined ? lendable : { ...lendable, collateral: await pledgedAsSigned(deps, lendable.amount, signed) }
  if (request.signatureFileId === '' && request.typedName === '') throw refuse('signatureNeeded')
  deps.limits.take(rule, session.customerId)
  const agreement = signedAgreement(wanted, { request, call, borrower: borrower.username })
  if (request.signatureFileId !== '')
    await deps.mustOwnSignature({ customerId: session.customerId, fileId: request.signatureFileId })
  const applying = { request, call, wanted, agreement }
  const applied = await deps.db.transaction().execute(async (tx) => write(deps, tx, applying))
  if (wanted.collateral) deps.moved(session.accountId)
  return applied
}

type Signing = { request: Request; call: Call; borrower: string }

function signedAgreement(wanted: Wanted, { request, call, borrower }: Signing): Agreement {
  const { standingOrder, setOff } = request
  const parties = { borrower, clauses: { standingOrder, setOff } }
  const signed = agreementOfHash(wanted, { ...parties, shown: request.agreementHash })
  if (signed !== undefined) return signed
  const { agreementHash, templateVersion } = loanAgreement(wanted, { ...parties, lang: call.lang })
  throw refuse('quoteChanged', { quote: { agreementHash, templateVersion } })
}

type Applying = { request: Request; call: Call; wanted: Wanted; agreement: Agreement }

async function write(deps: LoansDeps, tx: LoansDb, { request, call, wanted, agreement }: Applying): Promise<WholeLoan> {
  const { customerId, accountId } = call.session
  const at = deps.clock.now()
  const id = uuidV7(at)
  const first = await replayedLoan(deps, tx, { call, route: keyRoute })
  if (first !== undefined) return first
  const { amount, product } = wanted
  const applied = await applyLoan(
    tx,
    {
      id,
      customerId,
      accountId,
      amount,
      terms: product,
      agreement: { ...agreement, hash: agreement.agreementHash },
      signatureFileId: request.signatureFileId === '' ? null : request.signatureFileId,
      typedName: request.typedName,
      ipHash: createHmac('sha256', deps.addressKey).update(call.ip).digest(),
      remark: request.remark,
      approvalsNeeded: amount > maxLoanByOnePerson ? 2 : 1,
      reviewDueAt: at + loanReviewHours * hourMs,
      at,
      clauses: { standingOrder: request.standingOrder, setOff: request.setOff },
    },
    loanRetryDays,
  )
  if (applied?.outcome === 'open') {
    // It may be this very application, which another process took while this one waited for the customer's row.
    const same = await replayedLoan(deps, tx, { call, route: keyRoute })
    if (same !== undefined) return same
  }
  mustBeApplied(applied)
  if (wanted.collateral) await holdPledged(tx, { loanId: id, customerId, at, pledged: wanted.collateral })
  if (call.key !== undefined)
    await deps.ledger.remember(tx, { accountId, key: call.key, route: keyRoute, request: call.requestHash(), ref: id })
  const row = await findLoan(tx, { id })
  if (row === undefined) throw refuse('notFound')
  await deps.enqueueNotices(tx, [loanNotice('loan.submitted', row)])
  return viewWholeLoan(tx, row, at)
}

function mustBeApplied(applied: Applied | undefined): void {
  switch (applied?.outcome) {
    case 'applied':
      return
    case 'open':
      throw refuse('openLimitReached', { limit: 'loans', max: 1 })
    case 'wait':
      throw refuse('coolingOff', { until: applied.until?.getTime() ?? 0 })
    case 'unverified':
      throw refuse('verificationNotValid', { status: 'EXPIRED' })
    case 'held':
      throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
    case 'account':
    case undefined:
      throw refuse('customerNotFound')
  }
}
