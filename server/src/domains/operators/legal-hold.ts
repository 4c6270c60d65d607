import { legalHoldKinds, type proposeLegalHold } from '@evenhand/protocol/legal-holds.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql, sqlState } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField } from './operators.rules.ts'
import { approve, propose } from './requests.ts'
import { findRequest } from './requests.store.ts'

export const holdKinds = legalHoldKinds

/** Asks to put a customer under the order of a court or an authority, or to take that away again. */
export async function proposeHold(deps: ConsoleDeps, ask: z.output<typeof proposeLegalHold.ask>, call: OperatorCall) {
  const { id, reason, assertion, kind, customerId, reference, tell } = ask
  const customer = await deps.findCustomer(customerId)
  if (customer === undefined) throw refuse('notFound')
  if ((customer.status === 'LEGAL_HOLD') !== (kind === 'customer.release') || customer.status === 'CLOSED')
    throw badField('kind', 'state')
  const seen = tell ? { customerId } : {}
  return propose(
    deps,
    { kind, id, values: { customerId, reference, tell: String(tell) }, reason, assertion, ...seen },
    call,
  )
}

/** The second signature. Trading and withdrawing stop, or go on, with the commit, and the customer is told unless the law forbids it. */
export async function approveHold(
  deps: ConsoleDeps,
  ask: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) {
  // Looked up first: while the change holds the customer, every connection of the customers' calls may wait for it.
  const named = (await findRequest(deps.db, { id: ask.id }))?.values['customerId']
  const customer = named === undefined ? undefined : await deps.findCustomer(named)
  return approve(
    deps,
    {
      kinds: holdKinds,
      ask,
      async apply(tx, { id, kind, values: { customerId, reference = '', tell } }) {
        try {
          await sql`select operators.apply_legal_hold(${id}::uuid, ${kind}, ${dateOf(deps.clock.now())})`.execute(tx)
        } catch (cause) {
          if (sqlState(cause) === 'P0001') throw badField('id', 'state')
          throw cause
        }
        if (tell !== 'true' || customer === undefined || customer.id !== customerId) return
        const { accountId } = customer
        const template = kind === 'customer.hold' ? 'account.held' : 'account.released'
        await deps.tellWith(tx, [{ accountId, template, params: { reference }, ref: `${template} ${id}` }])
      },
    },
    call,
  )
}
