import type { inviteBind, inviteList, inviteRewards, inviteStatistics } from '@evenhand/protocol/invites.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { bindInviter } from './bind-inviter.ts'
import { openFeeDiscounts } from './fee-discounts.ts'
import { gatherFees } from './gather-fees.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { duePaydays } from './invites.store.ts'
import { payRewards } from './pay-rewards.ts'
import { info, list, rewards, statistics } from './view-invites.ts'

export { inviteCauses } from './invites.causes.ts'
export { invitesModule } from './invites.module.ts'
export type { InvitesConsoleDeps, InvitesDeps, Pair } from './invites.deps.ts'

/** How old the public figures may be. */
const freshMs = 30_000

/** The invite programme: who invited whom, what fees of contracts earn the inviter, and its weekly payment. */
export function createInvites(deps: InvitesDeps) {
  let lagMs = 0
  let newest: { at: number; read: Promise<z.input<typeof inviteStatistics.result>> } | undefined
  return {
    deps,
    info: (request: object, call: Call) => info(deps, request, call),
    list: (request: z.output<typeof inviteList.request>, call: Call) => list(deps, request, call),
    rewards: (request: z.output<typeof inviteRewards.request>, call: Call) => rewards(deps, request, call),
    bind: (request: z.output<typeof inviteBind.request>, call: Call) => bindInviter(deps, request, call),
    statistics() {
      const now = deps.clock.now()
      if (newest === undefined || Math.abs(now - newest.at) > freshMs) {
        newest = { at: now, read: statistics(deps) }
        newest.read.catch(() => (newest = undefined))
      }
      return newest.read
    },
    /** Millionths of each fee of a contract that a customer does not pay on an order accepted now. */
    /** Millionths of each fee of a contract that a customer does not pay on an order accepted now. */
    feeDiscountPpm: openFeeDiscounts(deps),
    gatherFees: () => gatherFees(deps),
    /** Pays what is due; the job of the process with the clock. Returns how many inviters were dealt with. */
    async payDue(): Promise<number> {
      const dealt = await payRewards(deps)
      const now = deps.clock.now()
      lagMs = Math.max(0, ...(await duePaydays(deps.db, now, 1)).map(({ dueAt }) => now - dueAt))
      return dealt
    },
    /** How long the oldest payday that has come waits, as this process knows. */
    lagMs: () => lagMs,
  }
}

export type Invites = ReturnType<typeof createInvites>
