import { maxAbsenceDays, type setAbsence as route } from '@evenhand/protocol/operators.ts'
import type * as z from 'zod/mini'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'
import { findOperator } from './operators.store.ts'
import { saveAbsence } from './staff.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/**
 * Sets until when an operator is absent, or that he is back. Refuses 10008 another's absence to all but superadmins, 40039
 * an unknown name, 40020 a time that is past or more than 90 days away.
 */
export async function setAbsence(deps: SignInDeps, request: z.output<typeof route.request>, call: OperatorCall) {
  const { db, clock } = deps
  const name = request.operator ?? call.operator.name
  if (name !== call.operator.name && !call.operator.roles.includes('superadmin'))
    throw refuse('accountRestricted', { reason: 'ROLE' })
  const now = clock.now()
  if (request.until !== null && (request.until <= now || request.until > now + maxAbsenceDays * dayMs))
    throw badField('until', 'outOfRange')
  const operator = await findOperator(db, { name })
  if (operator === undefined || operator.status === 'ENDED') throw refuse('notFound')
  await db.transaction().execute(async (tx) => {
    await saveAbsence(tx, { operatorId: operator.id, until: request.until })
    await recordAuditEntry(deps, tx, {
      call,
      entry: {
        act: 'operator.absence',
        subject: `operator:${operator.id}`,
        reason: request.until === null ? 'present again' : 'absent',
        before: { absentUntil: operator.absentUntil },
        after: { absentUntil: request.until },
      },
    })
  })
  return { absentUntil: request.until }
}
