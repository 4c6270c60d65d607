import { noticeMail } from './mail-templates.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import { isWithinRateLimit } from './notification-rate-limit.ts'
import { templates } from './templates.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** Mails of notices that one customer gets in an hour; the app shows them all. */
const mailRule = { name: 'notice mails', max: 20, perMs: hourMs }

/** The code of a failure; the words of a mail server may name the address. */
const codeOf = (cause: unknown): string => {
  const { responseCode, code } = ((cause as Error).cause ?? {}) as { responseCode?: number; code?: string }
  return String(responseCode ?? code ?? 'unknown')
}

/** Mails notices to their customers; answers those that could not be handed to the mail server, each with a code. */
export async function mailNotices<N extends StoredNotice>(
  deps: NoticesDeps,
  notices: readonly N[],
): Promise<Map<N, string>> {
  const failed = new Map<N, string>()
  if (notices.length === 0) return failed
  const recipients = new Map(
    (await deps.recipients([...new Set(notices.map(({ accountId }) => accountId))])).map((one) => [one.accountId, one]),
  )
  for (const notice of notices) {
    const to = recipients.get(notice.accountId)
    if (to === undefined || (to.hasLeft === true && templates[notice.template].toWhoLeft !== true)) continue
    if (!isWithinRateLimit(deps, mailRule, notice.accountId)) continue
    const message = noticeMail(notice, to)
    if (message === undefined) continue
    await deps.mail.send({ to: to.email, ...message, id: notice.id }).catch((cause: unknown) => {
      failed.set(notice, codeOf(cause))
      deps.log.warn({ template: notice.template, cause: String(cause) }, 'a notice could not be mailed')
    })
  }
  return failed
}
