import type { proposeAdjustment, proposeTopUp } from '@evenhand/protocol/operator-requests.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql, sqlState } from '../../kernel/db.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { SignInDeps } from './operators.deps.ts'
import { mustMove } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const adjustmentKinds = ['adjustment'] as const
export const topUpKinds = ['reserve.topUp'] as const

/** Asks for a correction of one customer's balance; nothing moves before a second person has signed it. */
export async function proposeCorrection(
  deps: SignInDeps & { findCustomer: (id: string) => Promise<unknown> },
  ask: z.output<typeof proposeAdjustment.ask>,
  call: OperatorCall,
) {
  const { id, reason, assertion, customerId, asset, amount, reasonCode, line } = ask
  mustMove(asset, amount)
  if ((await deps.findCustomer(customerId)) === undefined) throw refuse('notFound')
  const values = { customerId, asset, amount, reasonCode, line }
  return propose(deps, { kind: 'adjustment', id, values, reason, assertion, customerId }, call)
}

/** Asks for more of the house's capital in a reserve. */
export async function proposeMoreReserve(deps: SignInDeps, ask: z.output<typeof proposeTopUp.ask>, call: OperatorCall) {
  const { id, reason, assertion, account, asset, amount } = ask
  mustMove(asset, amount)
  return propose(deps, { kind: 'reserve.topUp', id, values: { account, asset, amount }, reason, assertion }, call)
}

type Ask = { id: string; reason: string; assertion: Assertion }

/** The second signature: one entry under the request's number moves the money, in the same transaction. */
export const approveCorrection = (deps: SignInDeps, ask: Ask, call: OperatorCall) =>
  approve(
    deps,
    {
      kinds: adjustmentKinds,
      ask,
      async apply(tx, { id }) {
        try {
          await sql`select operators.apply_adjustment(${id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx)
        } catch (cause) {
          // A customer never owes: what is not there cannot be taken back.
          if (sqlState(cause) === '23514') throw refuse('insufficientBalance', { free: '' })
          throw cause
        }
      },
    },
    call,
  )

/** The second signature: the house's capital moves into the reserve by one entry, in the same transaction. */
export const approveMoreReserve = (deps: SignInDeps, ask: Ask, call: OperatorCall) =>
  approve(
    deps,
    {
      kinds: topUpKinds,
      ask,
      async apply(tx, { id }) {
        await sql`select operators.apply_top_up(${id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx)
      },
    },
    call,
  )
