import type { CourseNoun } from '@evenhand/protocol/case-course.ts'
import { viewComplaint } from '@evenhand/protocol/complaints-console.ts'
import { viewDeposit } from '@evenhand/protocol/deposits-console.ts'
import { fundResetQueue } from '@evenhand/protocol/fund-reset-console.ts'
import { identificationQueue } from '@evenhand/protocol/identification-console.ts'
import { viewInvite } from '@evenhand/protocol/invites-console.ts'
import { viewLoanCase } from '@evenhand/protocol/loans-console.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { viewWithdrawal } from '@evenhand/protocol/withdrawals-console.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { rolesOf } from './operators.rules.ts'

/** Who reads a case reads its course. */
const readBy: Readonly<Record<CourseNoun, Pick<OperatorRoute, 'roles'>>> = {
  deposit: viewDeposit,
  withdrawal: viewWithdrawal,
  complaint: viewComplaint,
  identification: identificationQueue,
  fundReset: fundResetQueue,
  loan: viewLoanCase,
  invite: viewInvite,
}
const maxSteps = 100

/** What operators decided about a case, from the record. Refuses 40039 a noun that the caller does not read. */
export async function caseCourse(db: OperatorsDb, { subject }: { subject: string }, call: OperatorCall) {
  const noun = subject.slice(0, subject.indexOf(':')) as CourseNoun
  if (!readBy[noun].roles.some((role) => call.operator.roles.includes(role))) throw refuse('notFound')
  const { rows } = await sql<{ at: number; operator: string; roles: string[]; act: string; reason: string }>`
    select at::float8 as at, operator_name as operator, roles, act, reason from operators.audit_entries
    where subject = ${subject} and act !~ '[.](view|proof|signature)$' order by seq limit ${maxSteps}`.execute(db)
  return rows.map((row) => ({ ...row, roles: rolesOf(row.roles) }))
}
