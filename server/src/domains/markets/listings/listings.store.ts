import {
  listingReasons,
  relistReasons,
  type ListingReason,
  type ListingState,
  type RelistReason,
} from '@evenhand/protocol/markets.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

/** One change of an instrument's listing. `seq` rises by one; `at` in epoch ms. */
export type ListingEvent = {
  readonly seq: number
  readonly code: string
  readonly state: ListingState
  readonly reason: ListingReason | RelistReason | null
  readonly note: string | null
  readonly at: number
}

type Row = Omit<ListingEvent, 'reason'> & { reason: string | null }
const columns = sql`seq::float8, code, state, reason, note, at::float8`

/** A reason that a newer version wrote is returned as `other`. */
const eventOf = ({ reason, ...row }: Row): ListingEvent => ({
  ...row,
  reason: reason === null ? null : ([...listingReasons, ...relistReasons].find((known) => known === reason) ?? 'other'),
})

/** Changes after a seq, oldest first, at most `limit`. */
export async function listListings(
  db: Db<'markets'>,
  params: { after: number; limit: number },
): Promise<ListingEvent[]> {
  const { rows } = await sql<Row>`
    select ${columns} from markets.listings where seq > ${params.after} order by listings.seq limit ${params.limit}`.execute(
    db,
  )
  return rows.map(eventOf)
}

/** The newest change of every instrument that was ever changed. */
export async function newestListings(db: Db<'markets'>): Promise<ListingEvent[]> {
  const { rows } = await sql<Row>`
    select distinct on (code) ${columns} from markets.listings order by code, listings.seq desc`.execute(db)
  return rows.map(eventOf)
}

/** Who decided a change: one operator, or two by their request. Its absence counts for the owner of the tables alone. */
export type DecidedBy = { operatorId?: string | undefined; requestId?: string | undefined }

/**
 * Adds a change. Throws a unique violation (23505) when another process took its seq, and 42501 as the role console where
 * no operator who may has decided it.
 */
export async function addListing(
  db: Db<'markets'>,
  event: ListingEvent & { actor: string; by: DecidedBy },
): Promise<void> {
  const { seq, code, state, reason, note, at, actor, by } = event
  await sql`
    insert into markets.listings (seq, code, state, reason, note, at, actor, operator_id, request_id)
    values (${seq}, ${code}, ${state}, ${reason}, ${note}, ${at}, ${actor}, ${by.operatorId ?? null}::uuid,
      ${by.requestId ?? null}::uuid)`.execute(db)
}

/** The newest seq, 0 before the first change. */
export async function lastListing(db: Db<'markets'>): Promise<number> {
  const { rows } = await sql<{
    seq: number
  }>`select coalesce(max(seq), 0)::float8 as seq from markets.listings`.execute(db)
  return rows[0]?.seq ?? 0
}
