import type { InviteSignal } from '@evenhand/protocol/states.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { shareAddress } from '../domains/addresses/index.ts'
import { sharedAccess } from '../domains/auth/index.ts'
import type { Pair } from '../domains/invites/index.ts'
import { shareDocument } from '../domains/kyc/index.ts'
import { owned, type Pools } from '../kernel/db/db.ts'

/** Providers whose addresses reach one mailbox with dots in any place. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  const host = email.slice(at + 1).toLowerCase()
  return dotless.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Whether two addresses reach one mailbox, as `amy+1@…` and `amy@…` do. */
const sameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)

/** What says that two customers may be one person or one household; each domain is asked about its own. */
export async function inviteSignals(
  { api, accounts }: { api: Pools['api']; accounts: Pick<Accounts, 'findMany'> },
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
