import type { PushMessage } from '@evenhand/protocol/push.ts'
import { longestPush } from '../../kernel/push/encryption.ts'
import type { Pushing } from '../../kernel/push/service.ts'
import type { Outcome } from '../../kernel/outbox/delivery-queue.ts'
import type { Delivery } from '../../kernel/outbox/deliveries.store.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import { forgetEndpoint, readSubscriptions, type Subscription } from './push-subscriptions.store.ts'
import { isWithinRateLimit } from './notification-rate-limit.ts'
import type { PushPayload } from './sender.ts'
import type { StoredParams } from './notices.store.ts'
import { hourMs, secondMs } from '@evenhand/protocol/durations.ts'

/** Messages that one customer's browsers get in an hour; the app shows them all. */
const pushRule = { name: 'notice pushes', max: 60, perMs: hourMs }
/** A push service keeps a message so long for a browser that is off. */
const ttlS = 24 * 3600

/**
 * Pushes a notice to the browsers of its customer, or to those that an earlier attempt did not reach. Nothing of the text
 * goes along: the browser makes it.
 */
export async function pushNotice(
  deps: NoticesDeps,
  notice: StoredNotice & { params: StoredParams },
  { attempts, payload }: Delivery<PushPayload>,
): Promise<Outcome<PushPayload>> {
  const { accountId, template, id, params, createdAt } = notice
  const all = await readSubscriptions(deps.db, { accountId, vapidKey: deps.push.publicKey })
  const browsers = all.filter(({ sessionId }) => payload.left?.includes(sessionId) ?? true)
  const [reader] = browsers.length === 0 ? [] : await deps.recipients([accountId])
  if (reader === undefined || (attempts === 1 && !isWithinRateLimit(deps, pushRule, accountId))) return 'done'
  const { link } = deps.catalogue.specOf(template)
  const category = deps.catalogue.categoryOf(notice)
  const { lang } = reader
  const content: PushMessage = { id, category, templateKey: template, params, link: link(params), createdAt, lang }
  const message = Buffer.from(JSON.stringify(content))
  if (message.length > longestPush) {
    deps.log.warn({ template }, 'a notice is too long to be pushed')
    return 'done'
  }
  const pushing = { message, ttlS, urgency: urgencyOf(category) }
  const failures = await Promise.all(browsers.map((browser) => pushTo(deps, browser, pushing)))
  const left = browsers.flatMap(({ sessionId }, index) => (failures[index] === undefined ? [] : [sessionId]))
  const failed = failures.filter((failure) => failure !== undefined)
  if (failed[0] === undefined) return 'done'
  const pauses = failed.map(({ retryAfterS = 0 }) => retryAfterS * secondMs)
  return { error: failed[0].error, retryAfterMs: Math.max(...pauses), payload: { ...payload, left } }
}

type Failure = { error: string; retryAfterS?: number | undefined }

/**
 * Sends a message to the push service of one browser; returns what failed for now. A service that does not know the
 * browser any more (404, 410) has it forgotten, and what it refuses for good is dropped.
 */
async function pushTo(
  { push, db, log }: NoticesDeps,
  to: Subscription,
  message: Pushing,
): Promise<Failure | undefined> {
  const response = await push.send(to, message).catch((cause: unknown) => {
    log.info({ cause: String(cause) }, 'a push service did not respond')
    return undefined
  })
  if (response === undefined) return { error: 'no_response' }
  const { status, retryAfterS } = response
  if (status === 404 || status === 410) await forgetEndpoint(db, to.endpoint)
  else if (status === 429 || status >= 500) return { error: String(status), retryAfterS }
  else if (status < 200 || status >= 300) log.warn({ status }, 'a push service refused a message')
  return undefined
}

const urgencyOf = (category: PushMessage['category']): 'high' | 'normal' =>
  category === 'SECURITY' || category === 'RISK' || category === 'ALERT' ? 'high' : 'normal'
