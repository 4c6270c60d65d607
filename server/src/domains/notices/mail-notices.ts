import { noticeMail } from './mail-templates.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import { isWithinRateLimit } from './notification-rate-limit.ts'
import { templates } from './templates.ts'

/** Mails of notices that one customer gets in an hour; the app shows them all. */
const mailRule = { name: 'notice mails', most: 20, perMs: 3_600_000 }

/** Mails notices to their customers. What cannot be sent is logged. */
export async function mailNotices(deps: NoticesDeps, notices: readonly StoredNotice[]): Promise<void> {
  if (notices.length === 0) return
  const recipients = new Map(
    (await deps.recipients([...new Set(notices.map(({ accountId }) => accountId))])).map((one) => [one.accountId, one]),
  )
  for (const notice of notices) {
    const to = recipients.get(notice.accountId)
    if (to === undefined || (to.hasLeft === true && templates[notice.template].toWhoLeft !== true)) continue
    if (!isWithinRateLimit(deps, mailRule, notice.accountId)) continue
    const message = noticeMail(notice, to)
    if (message === undefined) continue
    await deps.mail
      .send({ to: to.email, ...message })
      .catch((cause: unknown) =>
        deps.log.error({ template: notice.template, cause: String(cause) }, 'a notice could not be mailed'),
      )
  }
}
