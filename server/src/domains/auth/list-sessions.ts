import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { setBinding } from './binding.ts'
import type { AuthDeps } from './index.ts'
import { traceOf } from './mask-caller.ts'
import { listSessions } from './sessions.store.ts'
import { listSignIns } from './sign-ins.store.ts'

/** Where the customer is signed in. The session of the call is being used right now, whatever the table states. */
export async function sessions({ db, clock }: AuthDeps, call: Call) {
  const now = clock.now()
  const listed = await listSessions(db, { customerId: call.session.customerId, now })
  return listed.map(({ ip, userAgent, ...session }) => {
    const current = session.id === call.session.id
    return { ...session, usedAt: current ? now : session.usedAt, ...traceOf({ ip, userAgent }), current }
  })
}

/** Ends one of the customer's own sessions; refuses 40039 any other, whether it exists or not. */
export async function endSession(deps: AuthDeps, { id }: { id: string }, call: Call): Promise<Record<string, never>> {
  const ended = await deps.sessions.end({ customerId: call.session.customerId, one: id })
  if (ended === 0) throw refuse('notFound')
  if (id === call.session.id) setBinding(call, undefined)
  return {}
}

/** Ends every session of the customer but the caller's; returns how many. */
export async function endOtherSessions(deps: AuthDeps, call: Call): Promise<{ ended: number }> {
  const { customerId, id } = call.session
  return { ended: await deps.sessions.end({ customerId, exceptOne: id }) }
}

/** The sign-ins of the caller that are still kept, newest first. */
export const loginHistory = ({ db, clock }: AuthDeps, call: Call) =>
  listSignIns(db, { customerId: call.session.customerId, now: clock.now() })
