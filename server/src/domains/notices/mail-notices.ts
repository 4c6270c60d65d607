import { noticeMail } from './mail-templates.ts'
import { mailErrorCode } from '../../kernel/mail/mail.ts'
import type { Delivery } from '../../kernel/outbox/deliveries.store.ts'
import type { Outcome } from '../../kernel/outbox/delivery-queue.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import { isWithinRateLimit } from './notification-rate-limit.ts'
import { zoneOf } from './quiet-hours.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/**
 * Mails of notices that one customer gets in an hour; the app shows them all. Those that a customer chose are counted apart: a
 * day of many results takes no warning's place.
 */
const mailRules = {
  chosen: { name: 'chosen notice mails', max: 20, perMs: hourMs },
  always: { name: 'notice mails', max: 20, perMs: hourMs },
} as const

/**
 * Mails a notice to its customer, if there is one who may still be written to. What is tried again counts as the one mail that
 * it is: a mail server that is away uses nobody's hour up.
 */
export async function mailNotice(
  deps: NoticesDeps,
  notice: StoredNotice,
  { attempts }: Pick<Delivery<unknown>, 'attempts'>,
): Promise<Outcome<never>> {
  const { accountId, template, id } = notice
  const spec = deps.catalogue.specOf(template)
  const [to] = await deps.recipients([accountId])
  if (to === undefined || (to.hasLeft === true && spec.toWhoLeft !== true)) return 'done'
  const rule = mailRules[spec.mail === 'always' || spec.mailedIf?.(notice.params) === true ? 'always' : 'chosen']
  if (attempts === 1 && !isWithinRateLimit(deps, rule, accountId)) return 'done'
  const message = noticeMail({ ...notice, spec }, { ...to, zone: await zoneOf(deps, accountId) })
  if (message === undefined) return 'done'
  try {
    await deps.mail.send({ to: to.email, ...message, id })
    return 'done'
  } catch (cause) {
    return { error: mailErrorCode(cause) }
  }
}
