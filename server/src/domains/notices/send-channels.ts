import { mustSee } from '@evenhand/protocol/notices.ts'
import { mailNotices } from './mail-notices.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { StoredNotice } from './notices.store.ts'
import { readChosen } from './preferences.ts'
import { pushNotices } from './push-notices.ts'
import type { PushQueue } from './push-queue.ts'
import { holdNotices, readQuiet } from './quiet-hours.ts'
import { quietUntil } from './quiet-hours.rules.ts'
import { templates } from './templates.ts'

/**
 * Tells of notices outside the app, as their customers chose: by mail and to their browsers. In a customer's quiet hours
 * what can wait is held until they are over. What cannot be sent is logged.
 */
export async function sendChannels(
  deps: NoticesDeps,
  queue: PushQueue,
  notices: readonly StoredNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const chosen = await readChosen(deps.db, [...new Set(notices.map(({ accountId }) => accountId))])
  const by = (way: 'email' | 'push'): Set<string> =>
    new Set(chosen.filter((one) => one[way]).map((one) => `${one.accountId} ${one.category}`))
  const [byMail, byPush] = [by('email'), by('push')]
  const wantedBy = (ways: Set<string>, { accountId, template }: StoredNotice): boolean =>
    ways.has(`${accountId} ${templates[template].category}`)
  const isMailed = (notice: StoredNotice): boolean => {
    const { mail, mailedIf } = templates[notice.template]
    return mail === 'always' || mailedIf?.(notice.params) === true || (mail === 'chosen' && wantedBy(byMail, notice))
  }
  const isPushed = (notice: StoredNotice): boolean => wantedBy(byPush, notice)

  const wanted = await notHeld(
    deps,
    notices.filter((notice) => isMailed(notice) || isPushed(notice)),
  )
  await Promise.all([mailNotices(deps, wanted.filter(isMailed)), pushNotices(deps, queue, wanted.filter(isPushed))])
}

/** Holds what can wait of customers in their quiet hours, and answers the rest. */
async function notHeld({ db, clock }: NoticesDeps, notices: readonly StoredNotice[]): Promise<StoredNotice[]> {
  if (notices.length === 0) return []
  const quiet = await readQuiet(db, [...new Set(notices.map(({ accountId }) => accountId))])
  const now = clock.now()
  const sorted = notices.map((notice) => {
    const hours = quiet.get(notice.accountId)
    const canWait = !mustSee.includes(templates[notice.template].category)
    return { notice, at: hours === undefined || !canWait ? undefined : quietUntil(hours, now) }
  })
  await holdNotices(
    db,
    sorted.flatMap(({ notice, at }) => (at === undefined ? [] : [{ notice, at }])),
  )
  return sorted.flatMap(({ notice, at }) => (at === undefined ? [notice] : []))
}
