import { sql } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import type { OutboxDb, OutboxEvent } from './outbox.store.ts'

/** Puts an event aside with the error of its handler. */
export async function parkEvent(
  tx: OutboxDb,
  params: { subscription: string; event: OutboxEvent; error: string },
): Promise<void> {
  const { subscription, event } = params
  await sql`
    insert into outbox.parked (subscription, event_id, type, payload, error) values (${subscription}, ${event.id},
      ${event.type}, ${JSON.stringify(event.payload)}::jsonb, ${params.error.slice(0, 2000)})
    on conflict do nothing`.execute(tx)
}

/** A parked event of a subscription that an operator wants tried again; the caller's transaction holds its cursor. */
export async function findRetried(tx: OutboxDb, subscription: string): Promise<OutboxEvent | undefined> {
  const { rows } = await sql<OutboxEvent>`
    select event_id as id, type, payload from outbox.parked
    where subscription = ${subscription} and retried_at is not null order by event_id limit 1`.execute(tx)
  return rows[0]
}

type ParkedKey = { subscription: string; id: bigint }

/** Deletes a parked event that its handler has done after all. */
export async function deleteParked(tx: OutboxDb, { subscription, id }: ParkedKey): Promise<void> {
  await sql`delete from outbox.parked where subscription = ${subscription} and event_id = ${id}`.execute(tx)
}

/** Parks a retried event anew, with the error of this try. */
export async function parkAgain(tx: OutboxDb, params: ParkedKey & { error: string }): Promise<void> {
  await sql`
    update outbox.parked set retried_at = null, parked_at = now(), error = ${params.error.slice(0, 2000)}
    where subscription = ${params.subscription} and event_id = ${params.id}`.execute(tx)
}

export type ParkedEvent = { subscription: string; id: bigint; type: string; error: string; parkedAt: Date }

/** Parked events that wait for an operator, the newest first, and how many there are. */
export async function listParked(
  db: OutboxDb,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ParkedEvent[]; total: number }> {
  const { rows } = await sql<ParkedEvent>`
    select subscription, event_id as id, type, error, parked_at as "parkedAt" from outbox.parked
    where retried_at is null order by parked_at desc, event_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from outbox.parked where retried_at is null`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

/** Gives a parked event back to its subscription (role `console`); false where it is not parked any more. */
export async function retryParked(tx: AnyDb, { subscription, id }: ParkedKey): Promise<boolean> {
  const { rows } = await sql<{ given: boolean }>`
    select outbox.retry_parked(${subscription}, ${id}) as given`.execute(tx)
  return rows[0]?.given === true
}
