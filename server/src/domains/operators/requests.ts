import { approvalHash, requestPayload, type RequestedChange } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { legalHoldKinds, listLegalHolds } from '@evenhand/protocol/legal-holds.ts'
import { requestKinds } from '@evenhand/protocol/operator-requests.ts'
import type { Assertion, OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import { holds, verifyOperatorAssertion } from './verify-assertion.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { badField, mustHaveReason, requestMs } from './operators.rules.ts'
import { findOperator } from './operators.store.ts'
import {
  decideRequest,
  findRequest,
  insertRequest,
  listRequests as readRequests,
  type AnyKind,
  type StoredRequest,
  type ViewedRequest,
} from './requests.store.ts'

/** Who decides each kind. A role that may decide one may also request it. */
export const deciders: Readonly<Record<AnyKind, readonly OperatorRole[]>> = {
  'role.grant': ['superadmin'],
  'role.revoke': ['superadmin'],
  'operator.invite': ['superadmin'],
  'operator.end': ['superadmin'],
  'operator.networks': ['superadmin'],
  params: ['risk'],
  adjustment: ['finance1', 'finance2'],
  'reserve.topUp': ['finance1', 'finance2'],
  'withdrawal.limit': ['risk'],
  'customer.restrict': ['risk'],
  'instrument.listing': ['risk'],
  'plan.product': ['risk'],
  'plan.state': ['risk'],
  'customer.hold': ['risk', 'kyc'],
  'customer.holdReview': ['risk', 'kyc'],
  'customer.release': ['risk', 'kyc'],
}

/** Who may read requests of a kind: an order of a court those who may list them, any other its deciders and auditors. */
export const readersOf = (kind: AnyKind): readonly OperatorRole[] =>
  legalHoldKinds.some((hold) => hold === kind) ? listLegalHolds.roles : [...deciders[kind], 'auditor', 'superadmin']

/** The kinds that one of these roles may read; all of them without roles. */
export const kindsOf = (roles?: readonly OperatorRole[]): readonly AnyKind[] =>
  [...requestKinds, ...legalHoldKinds].filter(
    (kind) => roles === undefined || readersOf(kind).some((role) => roles.includes(role)),
  )

const holdsOne = (call: OperatorCall, roles: readonly OperatorRole[]): boolean =>
  roles.some((role) => call.operator.roles.includes(role))

/** A request as the caller may see it. */
export function viewRequest<K extends AnyKind>(
  changeRequest: StoredRequest<K>,
  { call, now }: { call: OperatorCall; now: number },
): ViewedRequest<K> {
  const { proposedById, payloadHash: _hash, proposal: _proposal, ...shown } = changeRequest
  const over = changeRequest.status === 'PROPOSED' && changeRequest.endsAt <= now
  return {
    ...shown,
    status: over ? 'EXPIRED' : changeRequest.status,
    mayDecide:
      changeRequest.status === 'PROPOSED' &&
      !over &&
      proposedById !== call.operator.id &&
      holdsOne(call, deciders[changeRequest.kind]),
  }
}

type ListRequest<K extends AnyKind> = {
  kinds: readonly K[]
  all?: 'true' | undefined
  page?: number | undefined
  size?: number | undefined
}

/** What waits for a second person, or all of it; an auditor sees every kind, others those that they decide. */
export async function listRequests<K extends AnyKind>(
  { db, clock }: SignInDeps,
  request: ListRequest<K>,
  call: OperatorCall,
): Promise<{ rows: ViewedRequest<K>[]; total: number; page: number; size: number }> {
  const now = clock.now()
  const size = request.size ?? 50
  const page = request.page ?? 1
  const readable = kindsOf(call.operator.roles)
  const kinds = request.kinds.filter((kind) => readable.includes(kind))
  const found = await readRequests(db, {
    kinds,
    openOnly: request.all === undefined,
    now,
    limit: size,
    offset: (page - 1) * size,
  })
  const rows = found.rows.flatMap((changeRequest) =>
    isOf(changeRequest, kinds) ? [viewRequest(changeRequest, { call, now })] : [],
  )
  return { rows, total: found.total, page, size }
}

const isOf = <K extends AnyKind>(
  changeRequest: StoredRequest,
  kinds: readonly K[],
): changeRequest is StoredRequest<K> => kinds.some((kind) => kind === changeRequest.kind)

type Proposal<K extends AnyKind> = RequestedChange & { kind: K; assertion: Assertion; customerId?: string }

/**
 * Writes what an operator requests, signed by his passkey. Refuses 40036 where it has not signed exactly this, and 40020
 * an id that is taken. Nothing else happens: a second person decides.
 */
export async function propose<K extends AnyKind>(
  deps: SignInDeps,
  requested: Proposal<K>,
  call: OperatorCall,
): Promise<ViewedRequest<K>> {
  const { db, clock } = deps
  const change = {
    kind: requested.kind,
    id: requested.id,
    values: requested.values,
    reason: mustHaveReason(requested.reason),
  }
  const payload = requestPayload({ ...change, reason: requested.reason }, 'propose')
  const proposal = await verifyOperatorAssertion(deps, call, { payload, given: requested.assertion })
  const at = clock.now()
  try {
    return await db.transaction().execute(async (tx) => {
      await insertRequest(tx, {
        ...change,
        reason: requested.reason,
        payloadHash: proposal.payloadHash,
        by: call.operator.id,
        at,
        endsAt: at + requestMs,
        proposal,
      })
      const entry = {
        act: `${requested.kind}.propose`,
        subject: `request:${requested.id}`,
        reason: change.reason,
        after: requested.values,
        ...(requested.customerId === undefined ? {} : { customerId: requested.customerId }),
      }
      await recordAuditEntry(deps, tx, { call, entry })
      return viewed(tx, { id: requested.id, kinds: [requested.kind] }, { call, now: at })
    })
  } catch (cause) {
    if (sqlState(cause) === '23505') throw badField('id', 'taken')
    throw cause
  }
}

async function viewed<K extends AnyKind>(
  tx: OperatorsDb,
  { id, kinds }: { id: string; kinds: readonly K[] },
  options: { call: OperatorCall; now: number },
): Promise<ViewedRequest<K>> {
  const changeRequest = await findRequest(tx, { id })
  if (changeRequest === undefined || !isOf(changeRequest, kinds)) throw refuse('notFound')
  return viewRequest(changeRequest, options)
}

export type Deciding<K extends AnyKind> = {
  kinds: readonly K[]
  request: { id: string; reason: string; assertion: Assertion }
  /** When it comes into force, where that is later; then `apply` only writes it down. */
  appliesAt?: number
  /** Carries it out in the same transaction. */
  apply: (tx: OperatorsDb, changeRequest: StoredRequest<K>) => Promise<void>
}

/**
 * Decides a request: the second person signs the same values, and it is carried out in the same transaction. Refuses
 * 40033 the one who requested it, 40039 what does not wait any more, 40036 where the passkey has not signed exactly these values
 * or the stored ones are not those that were proposed and signed.
 */
export async function approve<K extends AnyKind>(
  deps: SignInDeps,
  options: Deciding<K>,
  call: OperatorCall,
): Promise<ViewedRequest<K>> {
  const { db, clock } = deps
  const { id, assertion } = options.request
  const reason = mustHaveReason(options.request.reason)
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const changeRequest = await open(tx, { id, kinds: options.kinds, now: at })
    if (changeRequest.proposedById === call.operator.id) throw refuse('fourEyesNeeded', { needed: 2 })
    await mustBeSignedByProposer(tx, changeRequest)
    const decision = await verifyOperatorAssertion({ db: tx }, call, {
      payload: requestPayload(changeRequest, 'approve'),
      given: assertion,
    })
    const status = options.appliesAt === undefined ? 'APPROVED' : 'SCHEDULED'
    const later = options.appliesAt === undefined ? {} : { appliesAt: options.appliesAt }
    await decideRequest(tx, { id, status, by: call.operator.id, at, reason, assertion: decision, ...later })
    await options.apply(tx, changeRequest)
    await recordAuditEntry(deps, tx, { call, entry: entryOf(changeRequest, { part: 'approve', reason }) })
    return viewed(tx, { id, kinds: options.kinds }, { call, now: at })
  })
}

/** Rejects a request, or takes back an own one; nothing is carried out. */
export async function reject<K extends AnyKind>(
  deps: SignInDeps,
  { kinds, request }: { kinds: readonly K[]; request: { id: string; reason: string } },
  call: OperatorCall,
): Promise<ViewedRequest<K>> {
  const { db, clock } = deps
  const reason = mustHaveReason(request.reason)
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const changeRequest = await open(tx, { id: request.id, kinds, now: at })
    await decideRequest(tx, {
      id: request.id,
      status: 'REJECTED',
      by: call.operator.id,
      at,
      reason,
      assertion: undefined,
    })
    await recordAuditEntry(deps, tx, { call, entry: entryOf(changeRequest, { part: 'reject', reason }) })
    return viewed(tx, { id: request.id, kinds }, { call, now: at })
  })
}

function entryOf(changeRequest: StoredRequest, { part, reason }: { part: 'approve' | 'reject'; reason: string }) {
  // Of a legal hold the customer's own log has what came into force, and nothing where the order must be kept from him.
  const isSilent = 'tell' in changeRequest.values && (changeRequest.values['tell'] !== 'true' || part === 'reject')
  const customerId = isSilent ? undefined : changeRequest.values['customerId']
  return {
    act: `${changeRequest.kind}.${part}`,
    subject: `request:${changeRequest.id}`,
    reason,
    after: changeRequest.values,
    ...(customerId === undefined ? {} : { customerId }),
  }
}

type Opened<K extends AnyKind> = { id: string; kinds: readonly K[]; now: number }

async function open<K extends AnyKind>(tx: OperatorsDb, { id, kinds, now }: Opened<K>): Promise<StoredRequest<K>> {
  const changeRequest = await findRequest(tx, { id, hold: true })
  if (changeRequest === undefined || !isOf(changeRequest, kinds)) throw refuse('notFound')
  if (changeRequest.status !== 'PROPOSED' || changeRequest.endsAt <= now) throw refuse('notFound')
  return changeRequest
}

/** Refuses 40036 where the stored values are not those that the one who requested it has signed, or he may not request it any more. */
async function mustBeSignedByProposer(tx: OperatorsDb, changeRequest: StoredRequest): Promise<void> {
  const challenge = approvalHash(requestPayload(changeRequest, 'propose'), nodeCrypto)
  const proposer = await findOperator(tx, { id: changeRequest.proposedById })
  const { operatorId: _operator, payloadHash: _hash, origin, ...given } = changeRequest.proposal
  const isSigned =
    proposer?.status === 'ACTIVE' &&
    deciders[changeRequest.kind].some((role) => proposer.roles.includes(role)) &&
    challenge === changeRequest.payloadHash &&
    (await holds(proposer.passkeys, { given, challenge, origin }))
  if (!isSigned) throw refuse('proofNeeded', { accepts: [], changed: true })
}
