import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { WithdrawalReason } from '@evenhand/protocol/states.ts'
import {
  approveWithdrawal,
  rejectWithdrawal,
  viewWithdrawal,
  withdrawalQueue,
} from '@evenhand/protocol/withdrawals-console.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import {
  handleOperator,
  type MountedOperator,
  type OperatorCall,
  type OperatorDeps,
} from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import {
  keepApproval,
  keepRejection,
  queueOf,
  verdictsOf,
  type Counted,
  type Approval,
  type GivenVerdict,
} from './withdrawal-queue.store.ts'
import { wireWithdrawal } from './view-withdrawal.ts'
import type { WithdrawalRiskConditions } from './withdrawal-filter.ts'
import { termsHash, withdrawalPayload } from './withdrawals.rules.ts'
import { wasPaidTo } from './withdrawal-limits.store.ts'
import { findWithdrawal, listWithdrawals, type StoredWithdrawal } from './withdrawals.store.ts'

export type WithdrawalsConsoleDeps = {
  /** As the role `console`. */
  db: Db<'withdrawals'>
  clock: Clock
  operators: OperatorDeps
  usernamesOf: (customerIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** What other domains know that the list can be narrowed by. */
  conditions: WithdrawalRiskConditions
  /** The address of a customer's book that a withdrawal goes to, deleted since or not. */
  addressOf: (id: string) => Promise<{ label: string; createdAt: number; activeAt: number } | undefined>
}
type Deciding = { id: string; reason: string; assertion?: Assertion | undefined }
type Rejecting = Deciding & { reasonCode: WithdrawalReason; reference?: string | undefined }

const needsReference: ReadonlySet<WithdrawalReason> = new Set(['AML_ORDER', 'LEGAL_HOLD'])
const maxOthers = 20

/** The approvers' part: the queue with its clocks, one withdrawal, and the two decisions on it. */
export function withdrawalsConsole(deps: WithdrawalsConsoleDeps): MountedOperator[] {
  return [
    handleOperator(withdrawalQueue, (request, call) => queue(deps, request, call)),
    handleOperator(viewWithdrawal, (request, call) => view(deps, request, call)),
    handleOperator(approveWithdrawal, (request, call) => approve(deps, request, call)),
    handleOperator(rejectWithdrawal, (request, call) => reject(deps, request, call)),
  ]
}

/** Who rejected it afterwards has taken the approval back. */
function approvalsIn(given: readonly GivenVerdict[]): number {
  const rejecting = new Set(given.filter(({ verdict }) => verdict === 'REJECT').map(({ operator }) => operator))
  return given.filter(({ verdict, operator }) => verdict === 'APPROVE' && !rejecting.has(operator)).length
}

async function seen({ db, usernamesOf }: WithdrawalsConsoleDeps, rows: readonly StoredWithdrawal[]) {
  const [verdicts, names] = await Promise.all([
    verdictsOf(
      db,
      rows.map(({ id }) => id),
    ),
    usernamesOf([...new Set(rows.map(({ customerId }) => customerId))]),
  ])
  return rows.map((row) => {
    const given = verdicts.get(row.id) ?? []
    return {
      ...wireWithdrawal(row),
      customerId: row.customerId,
      username: names.get(row.customerId) ?? '',
      approvalsNeeded: row.approvalsNeeded,
      approvalsGiven: approvalsIn(given),
      verdicts: given.map(({ reason, reference, ...one }) => ({
        ...one,
        ...(reason === undefined ? {} : { reason }),
        ...(reference === undefined ? {} : { reference }),
      })),
    }
  })
}

async function queue(
  deps: WithdrawalsConsoleDeps,
  request: z.output<typeof withdrawalQueue.request>,
  call: OperatorCall,
) {
  const { status, risk, page = 1, size = 50 } = request
  const cases = {
    ...(await deps.operators.filterCases(call, 'withdrawal', request)),
    risk,
    conditions: deps.conditions,
  }
  const { rows, total } = await queueOf(deps.db, {
    status,
    now: deps.clock.now(),
    cases,
    limit: size,
    offset: (page - 1) * size,
  })
  return { rows: await seen(deps, rows), total, page, size }
}

async function mustFind(deps: WithdrawalsConsoleDeps, id: string): Promise<StoredWithdrawal> {
  const found = await findWithdrawal(deps.db, { id })
  if (found === undefined) throw refuse('notFound')
  return found
}

const oneSeen = async (deps: WithdrawalsConsoleDeps, id: string) => {
  const [one] = await seen(deps, [await mustFind(deps, id)])
  if (one === undefined) throw refuse('notFound')
  return one
}

async function view(deps: WithdrawalsConsoleDeps, { id }: { id: string }, call: OperatorCall) {
  const { db, operators } = deps
  const found = await mustFind(deps, id)
  const payload = withdrawalPayload(found)
  const [one, address, paidBefore, others] = await Promise.all([
    oneSeen(deps, id),
    deps.addressOf(found.addressId),
    wasPaidTo(db, found),
    listWithdrawals(db, { customerId: found.customerId, limit: maxOthers + 1, offset: 0 }),
  ])
  if (address === undefined) throw refuse('notFound')
  const { customerId } = found
  const entry = {
    act: 'withdrawal.view',
    subject: `withdrawal:${id}`,
    customerId,
    reason: automaticReasons.withdrawalReview,
  }
  await operators.recordAccess(call, entry)
  return {
    ...one,
    approval: { ...payload, fields: payload.fields.map(([name, value]): [string, string] => [name, value]) },
    challenge: challengeOf(payload),
    address: { ...address, paidBefore },
    others: others.rows.filter((other) => other.id !== id).map((other) => wireWithdrawal(other)),
  }
}

const challengeOf = (payload: ApprovalPayload): string =>
  Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')

const approve = (deps: WithdrawalsConsoleDeps, request: Deciding, call: OperatorCall) =>
  decide(deps, request, {
    call,
    act: 'withdrawal.approve',
    payloadOf: (found) => withdrawalPayload(found),
    keep: keepApproval,
    after: {},
  })

/** The reasons are the closed list; those that stand on an order name it. */
function reject(deps: WithdrawalsConsoleDeps, request: Rejecting, call: OperatorCall) {
  const { reasonCode, reference } = request
  if (needsReference.has(reasonCode) && reference === undefined) throw refuse('reasonNeeded', { field: 'reference' })
  return decide(deps, request, {
    call,
    act: 'withdrawal.reject',
    payloadOf: (found) => withdrawalPayload(found, { reason: reasonCode, reference }),
    keep: (tx, word) => keepRejection(tx, { ...word, reason: reasonCode, reference }),
    after: { reason: reasonCode, reference: reference ?? null },
  })
}

type Decision = {
  call: OperatorCall
  act: string
  payloadOf: (found: StoredWithdrawal) => ApprovalPayload
  keep: (tx: Db<'withdrawals'>, word: Approval) => Promise<Counted | undefined>
  after: Readonly<Record<string, string | null>>
}

/**
 * One operator's verdict on one payload, with the passkey's assertion over exactly that payload and a line in the record, in
 * one transaction. Refuses 40036 with the challenge where it was not signed, 40033 the same word of the same person and an
 * approval of who rejected, 10008 what a legal hold of its customer does not allow, and 40039 a withdrawal that is not in
 * review any more.
 */
async function decide(deps: WithdrawalsConsoleDeps, { id, reason, assertion }: Deciding, params: Decision) {
  const { db, clock, operators } = deps
  const { call } = params
  const found = await mustFind(deps, id)
  const payload = params.payloadOf(found)
  if (assertion === undefined) throw refuse('proofNeeded', { accepts: ['passkey'], challenge: challengeOf(payload) })
  const stored = await operators.verifyOperatorAssertion(call, payload, assertion)
  await db.transaction().execute(async (tx) => {
    const counted = await params.keep(tx, {
      id,
      operatorId: call.operator.id,
      operatorName: call.operator.name,
      payloadHash: termsHash(found),
      assertion: JSON.stringify(stored),
      at: clock.now(),
    })
    if (counted?.outcome === 'same') throw refuse('fourEyesNeeded', { needed: counted.needed })
    if (counted?.outcome === 'held') throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
    if (counted?.outcome !== 'counted') throw refuse('notFound')
    await operators.recordAuditEntry(tx, call, {
      act: params.act,
      subject: `withdrawal:${id}`,
      customerId: found.customerId,
      reason,
      before: { status: 'REVIEW' },
      after: { status: counted.status, given: counted.given, needed: counted.needed, ...params.after },
    })
  })
  return oneSeen(deps, id)
}
