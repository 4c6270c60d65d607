import type { DomainsParams } from './compose.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { contractNoText, feesPaid, tradesSince as contractsSince } from '../domains/contracts/index.ts'
import { createInvites, type Invites } from '../domains/invites/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { tradesSince as optionsSince } from '../domains/options/index.ts'
import type { Safeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'
import { inviteSignals } from './invite-signals.ts'

type Around = { accounts: Accounts; notices: Notices; safeguards: Safeguards }

/** Invitations, over what they stand on: fees are read of contracts, which know nothing of them. */
export function openInvites(params: DomainsParams, around: Around): Invites {
  const { pools, clock, log } = params
  const { accounts, notices, safeguards } = around
  const [contracts, options] = [owned<'contracts'>(pools.api), owned<'options'>(pools.api)]
  return createInvites({
    db: owned<'invites'>(pools.api),
    clock,
    log,
    accounts,
    isOffered: (from) => safeguards.mayTrade({ product: 'inviteReward', mode: 'real', ...from }),
    async hasTraded({ accountId, createdAt: since }) {
      const trades = await Promise.all([
        contractsSince(contracts, { accountId, since }),
        optionsSince(options, { accountId, since }),
      ])
      return trades.some(({ real }) => real.buys > 0 || real.open > 0)
    },
    feesPaid: (customer) => feesPaid(contracts, customer),
    signalsOf: (pair) => inviteSignals(pools, pair),
    orderNoText: contractNoText,
    moved: (accountIds) =>
      notices.publish(accountIds.map((accountId) => ({ what: 'balances', accountId, mode: 'real' }))),
    enqueueNotices: notices.enqueueNotices,
  })
}
