import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type { SignedCall } from '../../kernel/http/operator-http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { appendAuditEntry } from './audit-log.ts'
import { forgetCookie } from './login.ts'
import type { SignInDeps } from './operators.deps.ts'
import { endSession, listSessions } from './sessions.store.ts'

const isSuperadmin = ({ operator }: SignedCall): boolean => operator.roles.includes('superadmin')

/** Ends the caller's own session. */
export async function logout({ db }: SignInDeps, call: SignedCall): Promise<Record<string, never>> {
  await endSession(db, { id: call.session.id })
  forgetCookie(call)
  return {}
}

/** The own running sessions; a superadmin sees those of all operators. */
export const operatorSessions = async ({ db, clock }: SignInDeps, call: SignedCall) =>
  (await listSessions(db, { operatorId: isSuperadmin(call) ? undefined : call.operator.id, now: clock.now() })).map(
    (session) => ({ ...session, current: session.id === call.session.id }),
  )

/** Ends a session; refuses 40039 one that is not the caller's, whether it exists or not. */
export async function endOperatorSession(
  { db, clock }: SignInDeps,
  { id }: { id: string },
  call: SignedCall,
): Promise<Record<string, never>> {
  await db.transaction().execute(async (tx) => {
    const whose = await endSession(tx, { id, ...(isSuperadmin(call) ? {} : { operatorId: call.operator.id }) })
    if (whose === undefined) throw refuse('notFound')
    if (whose === call.operator.id) return
    const entry = { act: 'operator.endSession', subject: `operator:${whose}`, reason: automaticReasons.sessionEnded }
    await appendAuditEntry(tx, { by: call.operator, at: clock.now(), entry })
  })
  return {}
}
