import { sql, type Db } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'

export type OutboxDb = Db<'outbox'>
/** An event as it was published; `id` is the same each time it is handled. */
export type OutboxEvent<P = unknown> = { readonly id: bigint; readonly type: string; readonly payload: P }
/** What a subscription has read up to: every event before it in the order of commit. */
export type Cursor = { readonly xact: string; readonly id: bigint }

/** Publishes an event in the caller's transaction and as its role (`api` or `console`). */
export async function publishEvent(tx: AnyDb, type: string, payload: unknown): Promise<void> {
  await sql`insert into outbox.events (type, payload) values (${type}, ${JSON.stringify(payload)}::jsonb)`.execute(tx)
}

/** Adds the cursor of a subscription to a type of event, before the first event; one that exists stays where it is. */
export async function openCursor(db: OutboxDb, subscription: string, type: string): Promise<void> {
  await db
    .insertInto('outbox.cursors')
    .values({ subscription, type })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The cursor, locked until the transaction ends; undefined while another process holds it. */
export async function lockCursor(tx: OutboxDb, subscription: string): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select c.xact::text as xact, c.id from outbox.cursors c where c.subscription = ${subscription} for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

/**
 * The next events of a type, in the order of commit. Events of a transaction are read when every older transaction has
 * ended, so that nothing is committed behind the cursor.
 */
export async function readEvents(
  tx: OutboxDb,
  params: { type: string; after: Cursor; limit: number },
): Promise<(OutboxEvent & Cursor)[]> {
  const { rows } = await sql<OutboxEvent & Cursor>`
    select e.id, e.xact::text as xact, e.type, e.payload from outbox.events e
    where e.type = ${params.type} and (e.xact, e.id) > (${params.after.xact}::xid8, ${params.after.id})
      and e.xact < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xact, e.id limit ${params.limit}`.execute(tx)
  return rows
}

/** Whether there are committed events that a subscription has not read, those that are held back included. */
export async function hasUnread(db: OutboxDb, { subscription, type }: { subscription: string; type: string }) {
  const { rows } = await sql<{ unread: boolean }>`
    select exists (select from outbox.events e, outbox.cursors c
      where c.subscription = ${subscription} and e.type = ${type} and (e.xact, e.id) > (c.xact, c.id)) as unread`.execute(
    db,
  )
  return rows[0]?.unread === true
}

/** Moves a cursor behind the last event that its handler is done with, in the transaction that holds it locked. */
export async function moveCursor(tx: OutboxDb, subscription: string, { xact, id }: Cursor): Promise<void> {
  await sql`update outbox.cursors set xact = ${xact}::xid8, id = ${id} where subscription = ${subscription}`.execute(tx)
}

/** Deletes events that every subscription of their type has read and that are older than a day; at most 10 000. */
export async function deleteRead(db: OutboxDb): Promise<void> {
  await sql`
    delete from outbox.events where id in (
      select e.id from outbox.events e where e.created_at < now() - interval '1 day'
        and not exists (select from outbox.cursors c where c.type = e.type and (c.xact, c.id) < (e.xact, e.id))
      order by e.created_at limit 10000)`.execute(db)
}

/** Seconds for which the oldest event waits that some subscription has not read, and how many events are parked. */
export async function readLag(db: OutboxDb): Promise<{ lagSeconds: number; parked: number }> {
  const { rows } = await sql<{ lag: number; parked: number }>`
    select coalesce(extract(epoch from now() - (
        select min(e.created_at) from outbox.cursors c join outbox.events e
          on e.type = c.type and (e.xact, e.id) > (c.xact, c.id))), 0)::float8 as lag,
      (select count(*)::int from outbox.parked) as parked`.execute(db)
  return { lagSeconds: rows[0]?.lag ?? 0, parked: rows[0]?.parked ?? 0 }
}
