import type { NoticesDb, StoredNotice } from './notices.store.ts'
import { readChosen } from './preferences.ts'
import type { NotificationCatalogue } from './notification-catalogue.ts'

/** Whether a notice is mailed and pushed, by its template and by what its customer chose. */
export type Channels = {
  readonly isMailed: (notice: StoredNotice) => boolean
  readonly isPushed: (notice: StoredNotice) => boolean
}

/** Reads how the customers of some notices chose to get them. */
export async function readChannels(
  { db, catalogue }: { db: NoticesDb; catalogue: NotificationCatalogue },
  notices: readonly StoredNotice[],
): Promise<Channels> {
  const chosen = await readChosen(db, [...new Set(notices.map(({ accountId }) => accountId))])
  const by = (way: 'email' | 'push'): Set<string> =>
    new Set(chosen.filter((one) => one[way]).map((one) => `${one.accountId} ${one.category}`))
  const [byMail, byPush] = [by('email'), by('push')]
  const wantedBy = (ways: Set<string>, notice: StoredNotice): boolean =>
    ways.has(`${notice.accountId} ${catalogue.categoryOf(notice)}`)
  return {
    isMailed(notice) {
      const { mail, mailedIf } = catalogue.specOf(notice.template)
      return mail === 'always' || mailedIf?.(notice.params) === true || (mail === 'chosen' && wantedBy(byMail, notice))
    },
    isPushed: (notice) => wantedBy(byPush, notice),
  }
}
