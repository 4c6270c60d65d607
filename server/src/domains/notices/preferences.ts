import {
  mustSee,
  noticeCategories,
  type NoticeCategory,
  type NoticePreference,
  type setPreferences,
} from '@evenhand/protocol/notices.ts'
import type * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NoticesDb } from './notices.store.ts'

type Chosen = { accountId: bigint; category: NoticeCategory; inApp: boolean; email: boolean; push: boolean }

const fixedOf = (category: NoticeCategory): NoticePreference['fixed'] => [
  ...(mustSee.includes(category) ? (['inApp'] as const) : []),
  // A thief who changes how an account is protected cannot mute it first.
  ...(category === 'SECURITY' ? (['email'] as const) : []),
]

/** What customers chose, by account and category; what is not there was not chosen. */
export async function readChosen(db: NoticesDb, accountIds: readonly bigint[]): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`select account_id as "accountId", category, in_app as "inApp", email, push
    from notices.preferences where account_id = any (${accountIds}::bigint[])`.execute(db)
  return rows
}

/** In the app everything, by mail security alone, by push nothing, until a customer chooses otherwise. */
export async function readPreferences({ db }: { db: NoticesDb }, call: Call): Promise<NoticePreference[]> {
  const chosen = await readChosen(db, [call.session.accountId])
  return noticeCategories.map((category) => {
    const own = chosen.find((one) => one.category === category)
    const fixed = fixedOf(category)
    const email = own?.email ?? fixed.includes('email')
    return { category, inApp: own?.inApp ?? true, email, push: own?.push ?? false, fixed }
  })
}

/** Refuses 40020 naming the category that a customer cannot be without; then nothing is changed. */
export async function choosePreferences(
  deps: { db: NoticesDb },
  request: z.output<(typeof setPreferences)['request']>,
  call: Call,
): Promise<NoticePreference[]> {
  for (const { category, inApp, email } of request.preferences) {
    const fixed = fixedOf(category)
    if ((inApp === false && fixed.includes('inApp')) || (email === false && fixed.includes('email')))
      throw refuse('dataIncomplete', { fields: [{ field: category, reason: 'fixed' }] })
  }
  const { accountId } = call.session
  await deps.db.transaction().execute(async (tx) => {
    const inOrder = request.preferences.toSorted((a, b) => (a.category < b.category ? -1 : 1))
    for (const { category, inApp, email, push } of inOrder)
      await sql`insert into notices.preferences as p (account_id, category, in_app, email, push)
        values (${accountId}, ${category}, ${inApp ?? true}, ${email ?? fixedOf(category).includes('email')}, ${push ?? false})
        on conflict (account_id, category) do update set
          in_app = coalesce(${inApp ?? null}::boolean, p.in_app), email = coalesce(${email ?? null}::boolean, p.email),
          push = coalesce(${push ?? null}::boolean, p.push)`.execute(tx)
  })
  return readPreferences(deps, call)
}
