import type { subscribePush } from '@evenhand/protocol/push.ts'
import type * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { sqlState } from '../../kernel/db/db.ts'
import { isPushKey } from '../../kernel/push/encryption.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NoticesDeps } from './notices.deps.ts'
import { endSubscription, keepSubscription } from './push-subscriptions.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const rule = { name: 'push subscriptions', max: 30, perMs: hourMs }
const malformed = (field: string): Error => refuse('dataIncomplete', { fields: [{ field, reason: 'malformed' }] })

/**
 * Keeps the browser of a session, to push to while the session lasts. Refuses 40020 an endpoint that is no push service of
 * a browser's maker and keys that are none; 401 where the session ended meanwhile.
 */
export async function subscribe(
  { db, clock, limits, push }: NoticesDeps,
  { endpoint, keys }: z.output<(typeof subscribePush)['request']>,
  { session }: Call,
): Promise<Record<string, never>> {
  if (!push.mayReach(endpoint)) throw malformed('endpoint')
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  if (!isPushKey(p256dh) || auth.length !== 16) throw malformed('keys')
  limits.take(rule, session.customerId)
  const { id: sessionId, accountId } = session
  const kept = { sessionId, accountId, endpoint, p256dh, auth, vapidKey: push.publicKey, at: clock.now() }
  const keep = (): Promise<void> => keepSubscription(db, kept)
  try {
    await keep().catch((cause: unknown) => {
      // The same browser under two sessions at one moment: the second moves what the first has kept.
      if (sqlState(cause) === '23505') return keep()
      throw cause
    })
  } catch (cause) {
    if (sqlState(cause) === '23503') throw refuse('sessionEnded')
    throw cause
  }
  return {}
}

/** Ends the subscription of the calling session, or of one endpoint of the customer; refuses 40039 where there is none. */
export async function unsubscribe(
  { db }: NoticesDeps,
  { endpoint }: { endpoint?: string | undefined },
  { session }: Call,
): Promise<Record<string, never>> {
  const { id: sessionId, accountId } = session
  if (!(await endSubscription(db, endpoint === undefined ? { accountId, sessionId } : { accountId, endpoint })))
    throw refuse('notFound')
  return {}
}
