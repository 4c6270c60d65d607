import { loanApproval } from '@evenhand/proofs/approval-payloads.ts'
import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  approveLoan,
  approveRepaymentPlan,
  loanQueue,
  prepareRepaymentPlan,
  rejectLoan,
  viewLoanCase,
  viewLoanSignature,
  viewRepaymentPlanDocument,
  type SeenLoan,
} from '@evenhand/protocol/loans-console.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { withPicture } from '../../kernel/http/http.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { caseCondition } from '../../kernel/module/case-filter.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { mustStandNow } from './collateral.rules.ts'
import { collateralOf } from './collateral.store.ts'
import { decisionNotice } from './loan-notices.ts'
import type { LoansConsoleDeps } from './loans.deps.ts'
import { firstCheckAt, loanNo, usdtText } from './loans.rules.ts'
import { approvalsOf, countLoans, findLoan, loansWhere, recordsOf, type LoanRow } from './loans.store.ts'
import { planFile } from './plan-document.ts'
import { approveRepayment, prepareRepayment, seePlans } from './repayment-plans.console.ts'
import { viewCollateral } from './view-collateral.ts'
import { viewLoan } from './view-loan.ts'

const maxOthers = 20

/** Operators' part of loans: the queue with its clocks, one case, and the two decisions on it. */
export const loansConsole = (deps: LoansConsoleDeps): MountedOperator[] => [
  handleOperator(loanQueue, (request, call) => queue(deps, request, call)),
  handleOperator(viewLoanCase, (request, call) => viewCase(deps, request, call)),
  handleOperator(viewLoanSignature, async (request, call) => withPicture(await openSignature(deps, request, call))),
  handleOperator(approveLoan, (request, call) => approve(deps, request, call)),
  handleOperator(rejectLoan, (request, call) => reject(deps, request, call)),
  handleOperator(prepareRepaymentPlan, async (request, call) => {
    await prepareRepayment(deps, request, call)
    return oneSeen(deps, request.id)
  }),
  handleOperator(viewRepaymentPlanDocument, (request, call) => viewPlanDocument(deps, request, call)),
  handleOperator(approveRepaymentPlan, async (request, call) => {
    await approveRepayment(deps, request, call)
    return oneSeen(deps, request.id)
  }),
]

/** What an approver signs. */
const payloadOf = (row: LoanRow): ApprovalPayload =>
  loanApproval({ ...row, ...row.terms, orderNo: row.orderNo.toString(), amount: usdtText(row.amount) })

async function seeLoans(deps: LoansConsoleDeps, rows: readonly LoanRow[]): Promise<SeenLoan[]> {
  const ids = rows.map(({ id }) => id)
  const customerIds = [...new Set(rows.map(({ customerId }) => customerId))]
  const [customers, records, approvals] = await Promise.all([
    deps.customersById(customerIds),
    recordsOf(deps.db, customerIds),
    approvalsOf(deps.db, ids),
  ])
  const now = deps.clock.now()
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    const { repaid = 0, overdue = 0, writtenOff = 0 } = records.get(row.customerId) ?? {}
    return {
      ...viewLoan(row, now),
      customerId: row.customerId,
      username: customer?.username ?? '',
      tier: customer?.tier ?? '',
      score: customer?.creditScore ?? null,
      past: { repaid, overdue, writtenOff },
      approvalsNeeded: row.approvalsNeeded,
      approvals: approvals.get(row.id) ?? [],
      overdue: row.status === 'PENDING_REVIEW' && row.reviewDueAt < now,
    }
  })
}

async function oneSeen(deps: LoansConsoleDeps, id: string): Promise<SeenLoan> {
  const [seen] = await seeLoans(deps, [await mustFind(deps, id)])
  if (seen === undefined) throw refuse('notFound')
  return seen
}

async function mustFind({ db }: LoansConsoleDeps, id: string): Promise<LoanRow> {
  const row = await findLoan(db, { id })
  if (row === undefined) throw refuse('notFound')
  return row
}

async function queue(deps: LoansConsoleDeps, request: z.output<typeof loanQueue.request>, call: OperatorCall) {
  const { status, plan, page = 1, size = 50 } = request
  const cases = await deps.operators.filterCases(call, 'loan', request)
  const planned = sql`exists (select from loans.repayment_plans r where r.loan_id = l.id and r.status = ${plan})`
  const where = sql`${status === undefined ? sql`true` : sql`l.status = ${status}`}
    and ${plan === undefined ? sql`true` : planned}
    and ${caseCondition({ id: sql`l.id`, customer: sql`l.customer_id`, received: sql`l.signed_at` }, cases)}`
  const order = sql`l.status <> 'PENDING_REVIEW', case when l.status = 'PENDING_REVIEW' then l.review_due_at end, l.signed_at desc, l.id`
  const waits = sql`l.status = 'PENDING_REVIEW'`
  const [rows, total, waiting, overdue] = await Promise.all([
    loansWhere(deps.db, { where, order, limit: size, offset: (page - 1) * size }),
    countLoans(deps.db, where),
    countLoans(deps.db, waits),
    countLoans(deps.db, sql`${waits} and l.review_due_at < ${dateOf(deps.clock.now())}`),
  ])
  return { rows: await seeLoans(deps, rows), total, page, size, waiting, overdue }
}

async function viewCase(deps: LoansConsoleDeps, { id }: { id: string }, call: OperatorCall) {
  const row = await mustFind(deps, id)
  const { customerId } = row
  const others = await loansWhere(deps.db, {
    where: sql`l.customer_id = ${customerId} and l.id <> ${id}`,
    limit: maxOthers,
  })
  const payload = payloadOf(row)
  const entry = { act: 'loan.view', subject: `loan:${id}`, customerId, reason: automaticReasons.loanReview }
  await deps.operators.recordAccess(call, entry)
  return {
    ...(await oneSeen(deps, id)),
    agreement: row.agreement,
    collateral: await viewCollateral(deps, row, deps.clock.now()),
    approval: { ...payload, fields: payload.fields.map(([name, value]): [string, string] => [name, value]) },
    challenge: Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url'),
    others: others.map((other) => viewLoan(other, deps.clock.now())),
    plans: await seePlans(deps, row),
  }
}

/** The picture of a signature for an operator who gives a reason; the access is recorded. Refuses 40039 without one. */
async function openSignature(
  deps: LoansConsoleDeps,
  { id, reason }: z.output<typeof viewLoanSignature.request>,
  call: OperatorCall,
) {
  const { signatureFileId, customerId } = await mustFind(deps, id)
  if (signatureFileId === null) throw refuse('notFound')
  const entry = { act: 'loan.signature', subject: `loan:${id}`, customerId, reason }
  await deps.db.transaction().execute((tx) => deps.operators.recordAuditEntry(tx, call, entry))
  return deps.openPicture(signatureFileId, { operatorId: call.operator.id, reason })
}

/** An accepted repayment plan as its customer has it; the access is recorded before it is shown. */
async function viewPlanDocument(
  deps: LoansConsoleDeps,
  { id, planId }: z.output<typeof viewRepaymentPlanDocument.request>,
  call: OperatorCall,
) {
  const row = await mustFind(deps, id)
  const entry = {
    act: 'loan.view',
    subject: `loan:${id}`,
    customerId: row.customerId,
    reason: automaticReasons.loanReview,
  }
  await deps.operators.recordAccess(call, entry)
  return planFile(deps, row, planId)
}

type Approved = {
  outcome: 'disbursed' | 'waits' | 'same' | 'held' | 'unverified' | 'unsigned' | 'state'
  given: number
  needed: number
}

/**
 * One operator's approval, signed over the terms and the hash of the text that the customer signed. With the last one that
 * it takes the loan is paid out. Refuses 40033 the same operator again, 10008 a customer who is held or not verified any
 * more, a secured loan as `mustBeSecured` does, 40036 what is not signed over these terms, 40039 one that is not under review.
 */
async function approve(deps: LoansConsoleDeps, request: z.output<typeof approveLoan.request>, call: OperatorCall) {
  const { id, reason } = request
  const before = await mustFind(deps, id)
  await mustBeSecured(deps, before)
  const stored = await deps.operators.verifyOperatorAssertion(call, payloadOf(before), request.assertion)
  const at = deps.clock.now()
  const paidOut = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Approved>`
      select outcome, given, needed from loans.approve(${id}, ${call.operator.id}, ${JSON.stringify(stored)}::jsonb,
        ${dateOf(firstCheckAt(at, before.terms))}, ${dateOf(at)})`.execute(tx)
    const approved = rows[0]
    mustBeTaken(approved)
    const { outcome, given, needed } = approved
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'loan.approve',
      subject: `loan:${id}`,
      customerId: before.customerId,
      reason,
      before: { status: before.status, approvals: given - 1 },
      after: {
        status: outcome === 'disbursed' ? 'ACTIVE' : before.status,
        approvals: given,
        needed,
        no: loanNo(before.orderNo),
        amount: usdtText(before.amount),
        agreementHash: before.agreementHash,
      },
    })
    const row = await findLoan(tx, { id })
    if (outcome === 'disbursed' && row !== undefined) await deps.enqueueNotices(tx, [decisionNotice(row)])
    return outcome === 'disbursed'
  })
  if (paidOut) deps.moved(before.accountId)
  return oneSeen(deps, id)
}

/** Refuses 10015 a secured loan without a recent price, and 40006 one that would begin with a warning. */
async function mustBeSecured({ db, prices }: LoansConsoleDeps, { id, amount }: LoanRow): Promise<void> {
  const held = await collateralOf(db, id)
  if (held === undefined) return
  const tick = prices.newest(held.coin)
  if (tick === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  mustStandNow(amount, { ...held, price: tick })
}

function mustBeTaken(approved: Approved | undefined): asserts approved is Approved {
  switch (approved?.outcome) {
    case 'disbursed':
    case 'waits':
      return
    case 'same':
      throw refuse('fourEyesNeeded', { needed: approved.needed })
    case 'held':
      throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
    case 'unverified':
      throw refuse('accountRestricted', { reason: 'NOT_VERIFIED' })
    case 'unsigned':
      throw refuse('proofNeeded', { accepts: ['passkey'] })
    case 'state':
    case undefined:
      throw refuse('notFound')
  }
}

/** Rejects an application by a reason of the closed list, and notifies the customer. Refuses 40039 one that is decided. */
async function reject(deps: LoansConsoleDeps, request: z.output<typeof rejectLoan.request>, call: OperatorCall) {
  const { id, reason, reasonCode } = request
  const before = await mustFind(deps, id)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ done: boolean }>`
      select loans.reject(${id}, ${call.operator.id}, ${reasonCode}, ${dateOf(deps.clock.now())}) as done`.execute(tx)
    if (rows[0]?.done !== true) throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'loan.reject',
      subject: `loan:${id}`,
      customerId: before.customerId,
      reason,
      before: { status: before.status },
      after: { status: 'REJECTED', reasonCode },
    })
    const row = await findLoan(tx, { id })
    if (row !== undefined) await deps.enqueueNotices(tx, [decisionNotice(row)])
  })
  deps.moved(before.accountId)
  return oneSeen(deps, id)
}
