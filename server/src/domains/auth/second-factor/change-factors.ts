import type { Db } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { userOf, type Customer } from '../../accounts/index.ts'
import { mustBeBindable, newBinding, setBinding } from '../binding.ts'
import { carryProof, findProof } from '../proof.store.ts'
import type { SignedIn } from '../sign-in.ts'
import { keepSecurityChange } from '../security-changes.store.ts'
import { endSessions } from '../sessions.store.ts'
import { enqueueFactorChange } from './enqueue-factor-change.ts'
import type { FactorEvent } from './factor-mail.ts'
import { findWays, hasFactor, replaceRecoveryCodes } from './factors.store.ts'
import type { FactorDeps } from './index.ts'

type Changing<T> = {
  /** What is written while the customer is held; what it refuses leaves everything as it was. */
  write: (tx: Db<'auth'>, customer: Customer) => Promise<T>
  event: (written: T) => FactorEvent
  /** True where what was written proves the new factor as well. */
  proves?: boolean
}

/**
 * Changes how a customer's account is protected: every session ends, the one that calls goes on under a new token with the
 * proof it had, and the customer is notified by mail. Recovery codes go with the last factor. Refuses 401 where the session
 * ended meanwhile.
 */
export async function changeFactors<T>(
  deps: FactorDeps,
  { write, event, proves = false }: Changing<T>,
  call: Call,
): Promise<{ written: T; signedIn: SignedIn }> {
  const { db, accounts, sessions, clock } = deps
  const { customerId, id } = call.session
  mustBeBindable(deps, call)
  const binding = newBinding(call)
  const at = clock.now()
  const { customer, written, token } = await db.transaction().execute(async (tx) => {
    const held = await accounts.hold(tx, { id: customerId, to: 'change' })
    const proof = await findProof(tx, id)
    if (held === undefined || proof === undefined) throw refuse('sessionEnded')
    const done = await write(tx, held)
    if (!hasFactor(await findWays(tx, customerId))) await replaceRecoveryCodes(tx, { customerId, hashes: [] })
    await keepSecurityChange(tx, { customerId, what: 'SECOND_FACTOR', at })
    await endSessions(tx, { customerId })
    const opened = await sessions.open(tx, { customer: held, caller: call, binding })
    await carryProof(tx, opened.sessionId, proves ? { ...proof, factorProvedAt: clock.now() } : proof)
    await enqueueFactorChange(deps, tx, { customer: held, event: event(done), at, call })
    return { customer: held, written: done, token: opened.token }
  })
  sessions.forget(customerId)
  setBinding(call, binding)
  return { written, signedIn: { token, user: userOf(customer, token) } }
}
