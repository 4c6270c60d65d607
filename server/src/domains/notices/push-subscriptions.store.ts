import { maxPushSubscriptions } from '@evenhand/protocol/push.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { PushTo } from '../../kernel/push/service.ts'
import type { NoticesDb } from './notices.store.ts'

/** A browser that a customer subscribed with. */
export type Subscription = PushTo & { sessionId: string }
export type NewSubscription = Subscription & { accountId: bigint; vapidKey: Buffer; at: number }

/** Keeps the subscription of a session. The same browser under another session moves; the oldest make room. */
export async function keepSubscription(db: NoticesDb, params: NewSubscription): Promise<void> {
  await sql`select notices.keep_subscription(${params.sessionId}, ${params.accountId}, ${params.endpoint}, ${params.p256dh}, ${params.auth},
    ${params.vapidKey}, ${dateOf(params.at)}, ${maxPushSubscriptions})`.execute(db)
}

type Ending = { accountId: bigint } & ({ sessionId: string } | { endpoint: string })

/** Ends the subscription of a session, or of an endpoint, of one customer; false where there is none. */
export async function endSubscription(db: NoticesDb, params: Ending): Promise<boolean> {
  const which = 'endpoint' in params ? sql`endpoint = ${params.endpoint}` : sql`session_id = ${params.sessionId}`
  const { rows } = await sql`delete from notices.push_subscriptions
    where account_id = ${params.accountId} and ${which} returning session_id`.execute(db)
  return rows.length > 0
}

/** Forgets a browser that its push service does not know any more. */
export async function forgetEndpoint(db: NoticesDb, endpoint: string): Promise<void> {
  await sql`delete from notices.push_subscriptions where endpoint = ${endpoint}`.execute(db)
}

/** Browsers of a customer that subscribed under this key of ours. */
export async function readSubscriptions(
  db: NoticesDb,
  { accountId, vapidKey }: { accountId: bigint; vapidKey: Buffer },
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select session_id as "sessionId", endpoint, p256dh, auth from notices.push_subscriptions
    where account_id = ${accountId} and vapid_key = ${vapidKey}`.execute(db)
  return rows
}
