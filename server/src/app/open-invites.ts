import type { InviteSignal } from '@evenhand/protocol/states.ts'
import type { DomainsParams } from './compose.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { shareAddress } from '../domains/addresses/index.ts'
import { sharedAccess } from '../domains/auth/index.ts'
import { contractNoText, feesPaid, tradesSince as contractsSince } from '../domains/contracts/index.ts'
import { createInvites, type Invites, type Pair } from '../domains/invites/index.ts'
import { shareDocument } from '../domains/kyc/index.ts'
import type { Notices } from '../domains/notices/index.ts'
import { tradesSince as optionsSince } from '../domains/options/index.ts'
import type { Safeguards } from '../domains/safeguards/index.ts'
import { owned } from '../kernel/db/db.ts'
import { sameMailbox } from './same-mailbox.ts'

type Around = { accounts: Accounts; notices: Notices; safeguards: Safeguards }

/** What says that two customers may be one person or one household; each domain is asked about its own. */
async function signalsOf(
  { pools: { api } }: DomainsParams,
  { accounts }: Around,
  { inviterId, inviteeId }: Pair,
): Promise<InviteSignal[]> {
  const pair = [inviterId, inviteeId] as const
  const [access, document, address, customers] = await Promise.all([
    sharedAccess(owned<'auth'>(api), pair),
    shareDocument(owned<'kyc'>(api), pair),
    shareAddress(owned<'addresses'>(api), pair),
    accounts.findMany(pair),
  ])
  const [one, other] = customers
  const found: Record<InviteSignal, boolean> = {
    DEVICE: access.device,
    NETWORK: access.network && !access.device,
    DOCUMENT: document,
    ADDRESS: address,
    EMAIL: one !== undefined && other !== undefined && sameMailbox(one.email, other.email),
  }
  return (Object.keys(found) as InviteSignal[]).filter((signal) => found[signal])
}

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
    feesPaid: (of) => feesPaid(contracts, of),
    signalsOf: (pair) => signalsOf(params, around, pair),
    orderNoText: contractNoText,
    moved: (accountIds) =>
      notices.publish(accountIds.map((accountId) => ({ what: 'balances', accountId, mode: 'real' }))),
    enqueueNotices: notices.enqueueNotices,
  })
}
