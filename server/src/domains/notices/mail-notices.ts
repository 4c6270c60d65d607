import { noticeLetter } from './letters.ts'
import type { NoticesDeps } from './notices.deps.ts'
import { readChosen } from './preferences.ts'
import type { NewNotice } from './notices.store.ts'
import { templates } from './templates.ts'

/** Mails of notices that one customer gets in an hour; the app shows them all. */
const mailRule = { name: 'notice mails', most: 20, perMs: 3_600_000 }

/** Mails the notices that are mailed always or that their customers chose to have mailed. What cannot be sent is logged. */
export async function mailNotices(deps: NoticesDeps, notices: readonly NewNotice[]): Promise<void> {
  const mailed = await wanted(deps, notices)
  if (mailed.length === 0) return
  const recipients = new Map(
    (await deps.recipients([...new Set(mailed.map(({ accountId }) => accountId))])).map((one) => [one.accountId, one]),
  )
  for (const notice of mailed) {
    const to = recipients.get(notice.accountId)
    if (to === undefined || !isRoomLeft(deps, notice.accountId)) continue
    const letter = noticeLetter(notice, to)
    if (letter === undefined) continue
    await deps.mail
      .send({ to: to.email, ...letter })
      .catch((cause: unknown) =>
        deps.log.error({ template: notice.template, cause: String(cause) }, 'a notice could not be mailed'),
      )
  }
}

async function wanted({ db }: NoticesDeps, notices: readonly NewNotice[]): Promise<NewNotice[]> {
  const possible = notices.filter(({ template }) => templates[template].mail !== 'elsewhere')
  if (possible.length === 0) return []
  const chosen = await readChosen(db, [...new Set(possible.map(({ accountId }) => accountId))])
  const byMail = new Set(chosen.filter(({ email }) => email).map((one) => `${one.accountId} ${one.category}`))
  return possible.filter(({ accountId, template }) => {
    const { mail, category } = templates[template]
    return mail === 'always' || byMail.has(`${accountId} ${category}`)
  })
}

function isRoomLeft({ limits, log }: NoticesDeps, accountId: bigint): boolean {
  try {
    limits.take(mailRule, String(accountId))
    return true
  } catch {
    log.warn({ rule: mailRule.name }, 'a notice was not mailed: too many to one customer')
    return false
  }
}
