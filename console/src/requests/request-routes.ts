import { approveLegalHold, rejectLegalHold } from '@evenhand/protocol/legal-holds.ts'
import {
  approveAdjustment,
  approveLimit,
  approveParams,
  approveRole,
  approveTopUp,
  rejectAdjustment,
  rejectLimit,
  rejectParams,
  rejectRole,
  rejectTopUp,
} from '@evenhand/protocol/operator-requests.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import { mayCall } from '../lib/session.ts'
import { listOf, type Asked, type AskedKind, type CallOf } from './asked.ts'

type Deciding = {
  readonly approve: CallOf<{ id: string; reason: string; assertion: Assertion }, Asked>
  readonly reject: CallOf<{ id: string; reason: string }, Asked>
}
const roles = { approve: approveRole, reject: rejectRole }
const holds = { approve: approveLegalHold, reject: rejectLegalHold }

/** By which calls a request of a kind is decided. */
export const decidedBy = {
  'role.grant': roles,
  'role.revoke': roles,
  'operator.invite': roles,
  'operator.end': roles,
  params: { approve: approveParams, reject: rejectParams },
  adjustment: { approve: approveAdjustment, reject: rejectAdjustment },
  'reserve.topUp': { approve: approveTopUp, reject: rejectTopUp },
  'withdrawal.limit': { approve: approveLimit, reject: rejectLimit },
  'customer.hold': holds,
  'customer.release': holds,
} satisfies Readonly<Record<AskedKind, object>> as unknown as Readonly<Record<AskedKind, Deciding>>

/** Whether somebody reads what is asked of a kind: those who decide it, and who looks at all of them. */
export const maySee = (me: SignedInOperator | undefined, kind: AskedKind): boolean =>
  mayCall(me, listOf([kind], {})[0]) &&
  (mayCall(me, decidedBy[kind].approve) ||
    me?.operator.roles.some((role) => role === 'auditor' || role === 'superadmin') === true)
