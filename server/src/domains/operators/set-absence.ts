import { maxAbsenceDays, type setAbsence as route } from '@evenhand/protocol/operators.ts'
import type * as z from 'zod/mini'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAct } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'
import { findOperator } from './operators.store.ts'
import { saveAbsence } from './staff.store.ts'

/**
 * Says until when an operator is absent, or that he is back. Refuses 10008 another's absence to all but superadmins, 40039
 * an unknown name, 40020 a time that is past or more than 90 days away.
 */
export async function setAbsence(deps: SignInDeps, ask: z.output<typeof route.ask>, call: OperatorCall) {
  const { db, clock } = deps
  const name = ask.operator ?? call.operator.name
  if (name !== call.operator.name && !call.operator.roles.includes('superadmin'))
    throw refuse('accountRestricted', { reason: 'ROLE' })
  const now = clock.now()
  if (ask.until !== null && (ask.until <= now || ask.until > now + maxAbsenceDays * 86_400_000))
    throw badField('until', 'outOfRange')
  const operator = await findOperator(db, { name })
  if (operator === undefined || operator.status === 'ENDED') throw refuse('notFound')
  await db.transaction().execute(async (tx) => {
    await saveAbsence(tx, { operatorId: operator.id, until: ask.until })
    await recordAct(deps, tx, {
      call,
      act: {
        act: 'operator.absence',
        subject: `operator:${operator.id}`,
        reason: ask.until === null ? 'present again' : 'absent',
        before: { absentUntil: operator.absentUntil },
        after: { absentUntil: ask.until },
      },
    })
  })
  return { absentUntil: ask.until }
}
