import { sql } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import { dateOf } from '../time/clock.ts'
import type { OutboxDb } from './outbox.store.ts'

/** Something to send to a customer, by the queue of its kind. */
export type NewDelivery<P = object> = {
  /** A mail's `Message-ID` is made of it, so that one which is sent twice can be recognised. */
  readonly id: string
  readonly kind: string
  readonly accountId: bigint
  readonly template: string
  /** Plain JSON, at most 8000 characters. No secret: links and codes are made when it is sent. */
  readonly payload: P
  /** Epoch ms. */
  readonly dueAt: number
}
/** A delivery as one process has claimed it; `attempts` counts this one. */
export type Delivery<P> = Omit<NewDelivery<P>, 'dueAt'> & { readonly attempts: number }
type Claimed = Pick<Delivery<unknown>, 'id' | 'attempts'>

/** Plans deliveries in the caller's transaction (role `api`). */
export async function enqueueDeliveries(tx: AnyDb, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await sql`insert into outbox.deliveries (id, kind, account_id, template, payload, due_at)
    select * from unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ kind }) => kind)}::text[],
      ${deliveries.map(({ accountId }) => accountId)}::bigint[], ${deliveries.map(({ template }) => template)}::text[],
      ${deliveries.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${deliveries.map(({ dueAt }) => dateOf(dueAt))}::timestamptz[])`.execute(tx)
}

/**
 * Claims deliveries of a kind that are due, the oldest first, each for one process: they are due again at `leaseUntil`,
 * should the process end before it has finished them.
 */
export async function claimDeliveries<P>(
  db: OutboxDb,
  params: { kind: string; limit: number; now: number; leaseUntil: number },
): Promise<Delivery<P>[]> {
  const { rows } = await sql<Delivery<P>>`
    with due as (
      select id from outbox.deliveries where kind = ${params.kind} and due_at <= ${dateOf(params.now)} and failed_at is null
      order by due_at, id limit ${params.limit} for update skip locked
    ), claimed as (
      update outbox.deliveries d set attempts = d.attempts + 1, due_at = ${dateOf(params.leaseUntil)}
      from due where d.id = due.id
      returning d.id, d.kind, d.account_id as "accountId", d.template, d.payload, d.attempts
    )
    select * from claimed order by id`.execute(db)
  return rows
}

/** Deletes a delivery that is done. Like every statement below, it does nothing once another process has claimed it. */
export async function finishDelivery(db: OutboxDb, { id, attempts }: Claimed): Promise<void> {
  await sql`delete from outbox.deliveries where id = ${id} and attempts = ${attempts}`.execute(db)
}

/** Puts a delivery off to `at`, epoch ms, without counting an attempt. */
export async function postponeDelivery(db: OutboxDb, { id, attempts }: Claimed, at: number): Promise<void> {
  await sql`update outbox.deliveries set due_at = ${dateOf(at)}, attempts = attempts - 1
    where id = ${id} and attempts = ${attempts}`.execute(db)
}

/** Makes what is held for a customer and was not attempted yet due at `at`, epoch ms. */
export async function makeDeliveriesDue(tx: AnyDb, accountId: bigint, at: number): Promise<void> {
  await sql`update outbox.deliveries set due_at = ${dateOf(at)}
    where account_id = ${accountId} and attempts = 0 and failed_at is null`.execute(tx)
}

/** Has a delivery tried again at `at`, epoch ms, with what is then left of it to send. */
export async function retryDeliveryAt(
  db: OutboxDb,
  { id, attempts, payload }: Claimed & { payload: unknown },
  at: number,
): Promise<void> {
  await sql`update outbox.deliveries set due_at = ${dateOf(at)}, payload = ${JSON.stringify(payload)}::jsonb
    where id = ${id} and attempts = ${attempts}`.execute(db)
}

/** Gives a delivery up: it is kept as failed, with the code of its last failure. */
export async function failDelivery(
  db: OutboxDb,
  { id, attempts, payload }: Claimed & { payload: unknown },
  { at, error }: { at: number; error: string },
): Promise<void> {
  await sql`update outbox.deliveries set failed_at = ${dateOf(at)}, error = ${error.slice(0, 60)},
      payload = ${JSON.stringify(payload)}::jsonb
    where id = ${id} and attempts = ${attempts}`.execute(db)
}
