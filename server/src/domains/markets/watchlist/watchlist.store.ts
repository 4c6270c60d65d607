import type { Watchlist } from '@evenhand/protocol/watchlist.ts'
import { maxWatched, maxWatchlists } from '@evenhand/protocol/watchlist-limits.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

export type WatchDb = Db<'markets'>
/** One list of an account; without an id the first one, which every account has. */
export type ListParams = { accountId: bigint; listId: string }
type NewList = { accountId: bigint; id: string }

/** The lists of an account, in the order that it gave them. */
export async function readLists(db: WatchDb, accountId: bigint): Promise<Watchlist[]> {
  const { rows } = await sql<Watchlist>`
    select id, name, codes from markets.watchlists where account_id = ${accountId} order by place`.execute(db)
  return rows
}

/** The first list's id and codes, after `codes` were joined to it as far as there is room. `fresh` names it when it is new. */
export async function joinToFirst(
  db: WatchDb,
  { accountId, id, codes }: NewList & { codes: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ codes: string[] }>`
    insert into markets.watchlists as list (account_id, id, place, name, codes)
    values (${accountId}, ${id}, 1, '', ${codes}::text[])
    on conflict (account_id, place) do update set codes = array(
      select code from (
        select code, min(at) as at from unnest(list.codes || excluded.codes) with ordinality as joined(code, at) group by code
      ) as once order by at limit ${maxWatched})
    returning codes`.execute(db)
  return rows[0]?.codes ?? []
}

/** Adds a code at the end unless the list has it or is full. Returns the codes after that, or undefined for no such list. */
export async function addCode(
  db: WatchDb,
  { accountId, listId, code }: ListParams & { code: string },
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ codes: string[] }>`
    update markets.watchlists
    set codes = case when ${code} = any (codes) or cardinality(codes) >= ${maxWatched} then codes else codes || ${code}::text end
    where account_id = ${accountId} and id = ${listId}
    returning codes`.execute(db)
  return rows[0]?.codes
}

/** Takes an instrument out of a list; false where the account has no such list. */
export const removeCode = (db: WatchDb, { accountId, listId, code }: ListParams & { code: string }): Promise<boolean> =>
  changed(
    db,
    sql`update markets.watchlists set codes = array_remove(codes, ${code})
      where account_id = ${accountId} and id = ${listId} returning id`,
  )

/** The codes that were requested come first and in that order; the others keep theirs behind them. Nothing comes or goes. */
export const orderCodes = (
  db: WatchDb,
  { accountId, listId, codes }: ListParams & { codes: readonly string[] },
): Promise<boolean> =>
  changed(
    db,
    sql`update markets.watchlists as list set codes = array(
        select had.code from unnest(list.codes) with ordinality as had(code, at)
        order by array_position(${codes}::text[], had.code) nulls last, had.at)
      where account_id = ${accountId} and id = ${listId} returning id`,
  )

/** Opens a list behind the others. Returns false when the customer has as many as there may be. */
export async function insertList(
  db: WatchDb,
  { accountId, id, name, firstId }: NewList & { name: string; firstId: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into markets.watchlists (account_id, id, place, name) values (${accountId}, ${firstId}, 1, '')
      on conflict (account_id, place) do nothing`.execute(tx)
    // The first list's lock makes openings come one after another, so that none is counted past the limit.
    await sql`select from markets.watchlists where account_id = ${accountId} and place = 1 for update`.execute(tx)
    return changed(
      tx,
      sql`insert into markets.watchlists (account_id, id, place, name)
        select ${accountId}, ${id}, max(place) + 1, ${name} from markets.watchlists where account_id = ${accountId}
        having count(*) < ${maxWatchlists} returning id`,
    )
  })
}

/** Renames a list; false where the account has no such list. */
export const renameList = (db: WatchDb, { accountId, listId, name }: ListParams & { name: string }): Promise<boolean> =>
  changed(
    db,
    sql`update markets.watchlists set name = ${name} where account_id = ${accountId} and id = ${listId} returning id`,
  )

/** Returns false for no such list, and for the first one, which stays. */
export const deleteList = (db: WatchDb, { accountId, listId }: ListParams): Promise<boolean> =>
  changed(
    db,
    sql`delete from markets.watchlists where account_id = ${accountId} and id = ${listId} and place > 1 returning id`,
  )

async function changed(db: WatchDb, statement: ReturnType<typeof sql>): Promise<boolean> {
  return (await statement.execute(db)).rows.length > 0
}
