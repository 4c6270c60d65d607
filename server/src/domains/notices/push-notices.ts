import type { PushMessage } from '@evenhand/protocol/push.ts'
import { longestPush } from '../../kernel/push/encryption.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import type { PushQueue } from './push-queue.ts'
import { readSubscriptions } from './push-subscriptions.store.ts'
import { isWithinRateLimit } from './notification-rate-limit.ts'
import { templates, type StoredParams } from './templates.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** Messages that one customer's browsers get in an hour; the app shows them all. */
const pushRule = { name: 'notice pushes', max: 60, perMs: hourMs }
/** A push service keeps a message so long for a browser that is off. */
const ttlS = 24 * 3600

/** Pushes notices to the browsers of their customers. Nothing of the text goes along: the browser makes it. */
export async function pushNotices(
  deps: NoticesDeps,
  queue: PushQueue,
  notices: readonly (StoredNotice & { params: StoredParams })[],
): Promise<void> {
  if (notices.length === 0) return
  const accountIds = [...new Set(notices.map(({ accountId }) => accountId))]
  const vapidKey = deps.push.publicKey
  const subscriptions = await readSubscriptions(deps.db, { accountIds, vapidKey })
  if (subscriptions.length === 0) return
  const reached = [...new Set(subscriptions.map(({ accountId }) => accountId))]
  const langs = new Map((await deps.recipients(reached)).map(({ accountId, lang }) => [accountId, lang]))
  for (const notice of notices) {
    const own = subscriptions.filter(({ accountId }) => accountId === notice.accountId)
    const lang = langs.get(notice.accountId)
    if (lang === undefined || own.length === 0 || !isWithinRateLimit(deps, pushRule, notice.accountId)) continue
    const { category, link } = templates[notice.template]
    const { id, template, params, createdAt } = notice
    const said: PushMessage = { id, category, templateKey: template, params, link: link(params), createdAt, lang }
    const message = Buffer.from(JSON.stringify(said))
    if (message.length > longestPush) deps.log.warn({ template }, 'a notice is too long to be pushed')
    else queue.add(own.map((to) => ({ to, what: { message, ttlS, urgency: urgencyOf(category) } })))
  }
}

const urgencyOf = (category: PushMessage['category']): 'high' | 'normal' =>
  category === 'SECURITY' || category === 'RISK' || category === 'ALERT' ? 'high' : 'normal'
