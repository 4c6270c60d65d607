import type { ListingReason, ListingState, RelistReason } from '@evenhand/protocol/markets.ts'
import { dateOf, msOf, type Clock } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { mustBeChange } from './change-listing.ts'
import { weekMs } from '@evenhand/protocol/durations.ts'

const keptMs = weekMs

export type Filing = {
  code: string
  state: ListingState
  reason: ListingReason | RelistReason
  note?: string | undefined
  /** The user of the machine. */
  filedBy: string
}

/** Files what the command requests operators to decide; refuses with a SetupError what could not be decided so. */
export async function fileListing({ db, clock }: { db: Db<'markets'>; clock: Clock }, filing: Filing): Promise<void> {
  await mustBeChange(db, filing)
  const { code, state, reason, note = '', filedBy } = filing
  const at = clock.now()
  await db
    .insertInto('markets.listing_filings')
    .values({
      id: uuidV7(at),
      code,
      state,
      reason,
      note: note.trim() === '' ? null : note.trim(),
      filed_at: dateOf(at),
      filed_by: filedBy.slice(0, 80),
    })
    .execute()
}

/** What waits for operators, newest first: of the last seven days, while the instrument's listing has not changed since. */
export async function listFilings(db: Db<'markets'>, now: number) {
  const { rows } = await sql<{
    id: string
    code: string
    state: ListingState
    reason: string
    note: string | null
    filed_at: Date
    filed_by: string
  }>`
    select f.* from markets.listing_filings f
    where f.filed_at > ${dateOf(now - keptMs)}
      and not exists (select from markets.listings l where l.code = f.code and l.at >= extract(epoch from f.filed_at) * 1000)
    order by f.filed_at desc limit 100`.execute(db)
  return rows.map(({ filed_at: at, filed_by: filedBy, ...row }) => ({ ...row, filedAt: msOf(at), filedBy }))
}
