import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import { joinedNotice } from './invite-notices.ts'
import type { InvitesDeps } from './invites.deps.ts'
import { feesReadTo, invitedAfter, keepFees, type Invited } from './invites.store.ts'

/** Closings are read again this far back: a transaction that is slow to commit is not passed over. */
const overlapMs = hourMs
/** A registration that commits while a round runs is seen by the next one. */
const joinedOverlapMs = 2 * minuteMs
/** Invited customers whose fees are read in one statement. */
const batch = 500

/** Whether a country closes the programme to a customer or to his inviter, by customer. */
async function closedTo({ accounts, isOffered }: InvitesDeps, invited: readonly Invited[]): Promise<Set<bigint>> {
  const ids = new Set(invited.flatMap(({ customerId, inviterId }) => [customerId, inviterId]))
  const countries = new Map((await accounts.findMany([...ids])).map(({ id, country }) => [id, country]))
  const isOpen = (id: string) => isOffered({ country: countries.get(id) ?? '' })
  return new Set(
    invited
      .filter(({ customerId, inviterId }) => !isOpen(customerId) || !isOpen(inviterId))
      .map(({ accountId }) => accountId),
  )
}

async function gather(
  deps: InvitesDeps,
  { invited, since, done }: { invited: readonly Invited[]; since: number; done: number | null },
): Promise<number> {
  let kept = 0
  for (let at = 0; at < invited.length; at += batch) {
    const some = invited.slice(at, at + batch)
    const fees = await deps.feesPaid({ accountIds: some.map(({ accountId }) => accountId), since })
    if (fees.length === 0) continue
    const closed = await closedTo(deps, some)
    const marked = fees.map((fee) => ({ ...fee, closed: closed.has(fee.accountId) }))
    kept += await keepFees(deps.db, { fees: marked, readTo: null })
  }
  if (done !== null) await keepFees(deps.db, { fees: [], readTo: done })
  return kept
}

/** Customers whose fees of the last 180 days may still be unheard of. */
const windowMs = inviteRules.rewardDays * dayMs + dayMs

/** Keeps the fees that invited customers paid since the last time. Any number of processes may. Returns how many were new. */
export async function gatherFees(deps: InvitesDeps): Promise<number> {
  const now = deps.clock.now()
  const before = await feesReadTo(deps.db)
  const invited = await invitedAfter(deps.db, { after: now - windowMs })
  await notifyJoined(
    deps,
    invited.filter(({ invitedAt }) => invitedAt > before - joinedOverlapMs),
  )
  return gather(deps, { invited, since: Math.max(0, before - overlapMs), done: now })
}

/** Notifies inviters of who registered by their link or entered their code; each notice is written once. */
async function notifyJoined(deps: InvitesDeps, joined: readonly Invited[]): Promise<void> {
  if (joined.length === 0) return
  const ids = joined.flatMap(({ customerId, inviterId }) => [customerId, inviterId])
  const customers = new Map((await deps.accounts.findMany([...new Set(ids)])).map((one) => [one.id, one]))
  const notices = joined.flatMap(({ customerId, inviterId }) => {
    const [invitee, inviter] = [customers.get(customerId), customers.get(inviterId)]
    if (invitee === undefined || inviter === undefined) return []
    const { accountId } = inviter
    return [joinedNotice({ accountId, inviteeId: customerId, username: invitee.username })]
  })
  await deps.db.transaction().execute((tx) => deps.enqueueNotices(tx, notices))
}

/** The same for those whom one customer invited, or one of them: a page, or a payday, that must not be late. */
export async function gatherFeesOf(
  deps: InvitesDeps,
  { inviterId, inviteeId, since }: { inviterId: string; inviteeId?: string; since: number },
): Promise<void> {
  const after = deps.clock.now() - 2 * windowMs
  const invited = (await invitedAfter(deps.db, { after, inviterId })).filter(
    ({ customerId }) => inviteeId === undefined || customerId === inviteeId,
  )
  await gather(deps, { invited, since, done: null })
}
