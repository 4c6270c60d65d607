import { highestLimit, type proposeLimit } from '@evenhand/protocol/operator-requests.ts'
import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const limitKinds = ['withdrawal.limit'] as const

/** Proposes that a verified customer may withdraw more in a day; refuses 40020 what is no raise, or above the maximum. */
export async function proposeHigherLimit(
  deps: ConsoleDeps,
  { id, reason, assertion, customerId, most }: z.output<typeof proposeLimit.request>,
  call: OperatorCall,
) {
  const customer = await deps.findCustomer(customerId)
  if (customer === undefined) throw refuse('notFound')
  if (customer.tier !== 'VERIFIED') throw badField('customerId', 'state')
  if (BigInt(most) * 1_000_000n <= withdrawalLimits.VERIFIED || BigInt(most) > BigInt(highestLimit))
    throw badField('most', 'malformed')
  return propose(
    deps,
    { kind: 'withdrawal.limit', id, values: { customerId, most }, reason, assertion, customerId },
    call,
  )
}

/** The second signature: the limit holds with the commit. Refuses 40020 where the customer has as much by now. */
export async function approveHigherLimit(
  deps: ConsoleDeps,
  request: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) {
  return approve(
    deps,
    {
      kinds: limitKinds,
      request,
      async apply(tx, { id, values: { customerId = '', most = '' } }) {
        try {
          await sql`select operators.apply_withdrawal_limit(${id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx)
        } catch (cause) {
          if (sqlState(cause) === 'P0001') throw badField('id', 'state')
          throw cause
        }
        await deps.limitRaised(tx, { customerId, most, ref: id })
      },
    },
    call,
  )
}
