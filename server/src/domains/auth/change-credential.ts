import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { userOf, type Customer } from '../accounts/index.ts'
import { isBlocked } from './auth.rules.ts'
import { newBinding, setBinding } from './binding.ts'
import type { AuthDeps } from './index.ts'
import { carryProof, findProof } from './proof.store.ts'
import { endSessions, isRunning } from './sessions.store.ts'
import type { SignedIn } from './sign-in.ts'

export type Changing = {
  customerId: string
  call: Call
  /** Writes the change while the customer is held; what it refuses leaves everything as it was. */
  write: (tx: Db<'auth'>, customer: Customer) => Promise<void>
  /** The session that goes on has proved what the one before it had; 401 where that one has ended meanwhile. */
  keepProof?: true
}

/**
 * Changes a credential of a customer: every session ends in the same transaction, and a customer who called with one gets
 * another, with a new token and a new cookie. A sign-in with what counted before is either ended by this or refused.
 */
export async function changeCredential(deps: AuthDeps, params: Changing): Promise<Partial<SignedIn>> {
  const { db, accounts, sessions } = deps
  const { customerId, call } = params
  const binding = newBinding(call)
  const renewed = await db.transaction().execute(async (tx) => {
    const customer = await accounts.hold(tx, { id: customerId, to: 'change' })
    if (customer === undefined) throw refuse('customerNotFound')
    const proof = params.keepProof === true ? await findProof(tx, call.session.id) : undefined
    if (params.keepProof === true && proof === undefined) throw refuse('sessionEnded')
    // A session that was ended while this call was under way is not followed by another.
    const isOwn = call.session.customerId === customerId && (await isRunning(tx, call.session))
    await params.write(tx, customer)
    await endSessions(tx, { customerId })
    if (!isOwn || isBlocked(customer.status)) return undefined
    const { token, sessionId } = await sessions.open(tx, { customer, caller: call, binding })
    if (proof !== undefined) await carryProof(tx, sessionId, proof)
    return { customer, token }
  })
  sessions.forget(customerId)
  if (renewed === undefined) return {}
  setBinding(call, binding)
  return { token: renewed.token, user: userOf(renewed.customer, renewed.token) }
}
