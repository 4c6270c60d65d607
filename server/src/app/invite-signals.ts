import type { InviteSignal } from '@evenhand/protocol/states.ts'
import { shareAddress } from '../domains/addresses/index.ts'
import { sharedAccess, shareWay } from '../domains/auth/index.ts'
import type { Pair } from '../domains/invites/index.ts'
import { shareDocument } from '../domains/kyc/index.ts'
import { owned, type Pools } from '../kernel/db/db.ts'

/** What suggests that two customers may be one person or one household; each domain reports its own part. */
export async function inviteSignals(
  { api }: Pick<Pools, 'api'>,
  { inviterId, inviteeId }: Pair,
): Promise<InviteSignal[]> {
  const pair = [inviterId, inviteeId] as const
  const [access, document, address, way] = await Promise.all([
    sharedAccess(owned<'auth'>(api), pair),
    shareDocument(owned<'kyc'>(api), pair),
    shareAddress(owned<'addresses'>(api), pair),
    shareWay(owned<'auth'>(api), pair),
  ])
  const found: Record<InviteSignal, boolean> = {
    DEVICE: access.device,
    NETWORK: access.network && !access.device,
    DOCUMENT: document,
    ADDRESS: address,
    EMAIL: way,
  }
  return (Object.keys(found) as InviteSignal[]).filter((signal) => found[signal])
}
