import { topUpAssets, type proposeTopUp } from '@evenhand/protocol/reserve-top-ups.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField, mustMove } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const topUpKinds = ['reserve.topUp'] as const

/** Requires more of the house's capital in a reserve. */
export async function proposeMoreReserve(
  deps: SignInDeps,
  request: z.output<typeof proposeTopUp.request>,
  call: OperatorCall,
) {
  const { id, reason, assertion, account, asset, amount } = request
  if (!topUpAssets[account].some((kept) => kept === asset)) throw badField('asset', 'unfit')
  mustMove(asset, amount)
  return propose(deps, { kind: 'reserve.topUp', id, values: { account, asset, amount }, reason, assertion }, call)
}

type Request = { id: string; reason: string; assertion: Assertion }

/** The second signature: the house's capital moves into the reserve by one entry, in the same transaction. */
export const approveMoreReserve = (deps: SignInDeps, request: Request, call: OperatorCall) =>
  approve(
    deps,
    {
      kinds: topUpKinds,
      request,
      async apply(tx, { id }) {
        await sql`select operators.apply_top_up(${id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx)
      },
    },
    call,
  )
