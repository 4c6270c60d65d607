import { answerComplaint } from '@evenhand/protocol/complaints-console.ts'
import { creditDeposit } from '@evenhand/protocol/deposits-console.ts'
import { decideIdentification } from '@evenhand/protocol/identification-console.ts'
import { decideInvite } from '@evenhand/protocol/invites-console.ts'
import { approveLoan } from '@evenhand/protocol/loans-console.ts'
import { approveWithdrawal } from '@evenhand/protocol/withdrawals-console.ts'
import type { assignCases as route } from '@evenhand/protocol/operator-dashboard.ts'
import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'
import { findOperator, listOperators, type Operator } from './operators.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Who decides the cases of each kind, and so may be assigned them. */
const decidersOf: ReadonlyMap<string, readonly OperatorRole[]> = new Map([
  ['deposit', creditDeposit.roles],
  ['withdrawal', approveWithdrawal.roles],
  ['identity', decideIdentification.roles],
  ['complaint', answerComplaint.roles],
  ['loan', approveLoan.roles],
  ['invite', decideInvite.roles],
])
const keptMs = 90 * dayMs
const maxRows = 5000

const nounOf = (subject: string): string => subject.slice(0, subject.indexOf(':'))
const isPresent = ({ absentUntil }: Operator, now: number): boolean => absentUntil === null || absentUntil <= now
const decides = ({ roles }: Operator, noun: string): boolean =>
  decidersOf.get(noun)?.some((role) => roles.includes(role)) === true

/** Assignments that are shown beside open cases, the newest first. The cases of absent operators are unassigned. */
export const shownAssignments = (db: SignInDeps['db'], now: number) =>
  db
    .selectFrom('operators.assignments as a')
    .innerJoin('operators.operators as o', 'o.id', 'a.operator_id')
    .select(['a.subject', 'a.operator_id as operatorId', 'o.name', 'a.at'])
    .where('a.at', '>', dateOf(now - keptMs))
    .where((is) => is.or([is('o.absent_until', 'is', null), is('o.absent_until', '<=', dateOf(now))]))
    .where('o.status', '=', 'ACTIVE')
    .orderBy('a.at', 'desc')
    .limit(maxRows)
    .execute()

/** Whose case each is, and who may be assigned more. */
export async function listAssignments({ db, clock }: SignInDeps) {
  const now = clock.now()
  const rows = await shownAssignments(db, now)
  const present = (await listOperators(db)).filter((one) => one.status === 'ACTIVE' && isPresent(one, now))
  return {
    rows: rows.map(({ subject, name, at }) => ({ subject, operator: name, at: msOf(at) })),
    candidates: Object.fromEntries(
      [...decidersOf.keys()].map((noun) => [noun, present.filter((one) => decides(one, noun)).map(({ name }) => name)]),
    ),
  }
}

/**
 * Assigns cases to one operator, or to none, in one transaction with its audit entry. Refuses 40039 an unknown name, 40020
 * an operator who is absent or whose roles do not decide one of the cases.
 */
export async function assignCases(deps: SignInDeps, request: z.output<typeof route.request>, call: OperatorCall) {
  const { db, clock } = deps
  const now = clock.now()
  const subjects = [...new Set(request.subjects)]
  const operator = request.operator === null ? null : await findOperator(db, { name: request.operator })
  if (operator === undefined || (operator !== null && operator.status !== 'ACTIVE')) throw refuse('notFound')
  if (operator !== null && !isPresent(operator, now)) throw badField('operator', 'absent')
  if (operator !== null && !subjects.every((subject) => decides(operator, nounOf(subject))))
    throw badField('operator', 'role')
  await db.transaction().execute(async (tx) => {
    if (operator === null) await tx.deleteFrom('operators.assignments').where('subject', 'in', subjects).execute()
    else
      await sql`
        insert into operators.assignments as a (subject, operator_id, assigned_by, at)
        select s, ${operator.id}, ${call.operator.id}, ${dateOf(now)} from unnest(${subjects}::text[]) as s order by s
        on conflict (subject) do update set operator_id = excluded.operator_id, assigned_by = excluded.assigned_by, at = excluded.at`.execute(
        tx,
      )
    await recordAuditEntry(deps, tx, {
      call,
      entry: {
        act: 'case.assign',
        subject: `operator:${operator?.id ?? 'none'}`,
        reason: operator === null ? 'unassigned' : `assigned to ${operator.name}`,
        after: { subjects },
      },
    })
  })
  return { assigned: subjects.length }
}

/** Forgets assignments that are no longer shown. */
export async function sweepAssignments({ db, clock }: Pick<SignInDeps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('operators.assignments')
    .where('at', '<', dateOf(clock.now() - keptMs))
    .execute()
}
