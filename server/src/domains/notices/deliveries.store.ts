import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { NoticesDb, StoredNotice } from './notices.store.ts'
import type { StoredParams } from './templates.ts'

/** A notice that is mailed or pushed; `attempts` counts this one. */
export type Delivery = StoredNotice & { readonly attempts: number; readonly params: StoredParams }
/** Deliveries claimed at once. */
const maxAtOnce = 100

type Keyed = Pick<StoredNotice, 'accountId' | 'id'>

/** Plans deliveries beside their notices; `at` is when, epoch ms. */
export async function planDeliveries(
  tx: NoticesDb,
  planned: readonly { notice: StoredNotice; at: number }[],
): Promise<void> {
  if (planned.length === 0) return
  await sql`insert into notices.deliveries (account_id, id, due_at)
    select * from unnest(${planned.map(({ notice }) => notice.accountId)}::bigint[],
      ${planned.map(({ notice }) => notice.id)}::uuid[], ${planned.map(({ at }) => dateOf(at))}::timestamptz[])
    on conflict do nothing`.execute(tx)
}

type Row = Keyed & { template: StoredNotice['template']; params: StoredParams; createdAt: Date; attempts: number }

/**
 * Claims deliveries that are due, the oldest first, each for one process: they are due again at `leaseUntil`, should the
 * process end before it has finished them.
 */
export async function claimDeliveries(
  db: NoticesDb,
  { now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Row>`
    with due as (
      select account_id, id from notices.deliveries where due_at <= ${dateOf(now)} and failed_at is null
      order by due_at, id limit ${maxAtOnce} for update skip locked
    ), claimed as (
      update notices.deliveries d set attempts = d.attempts + 1, due_at = ${dateOf(leaseUntil)}
      from due where d.account_id = due.account_id and d.id = due.id
      returning d.account_id, d.id, d.attempts
    )
    select n.account_id as "accountId", n.id, n.template, n.params, n.created_at as "createdAt", c.attempts
    from claimed c join notices.notices n using (account_id, id) order by n.id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: msOf(createdAt) }))
}

/** Forgets deliveries that are done. */
export async function finishDeliveries(db: NoticesDb, done: readonly Keyed[]): Promise<void> {
  if (done.length === 0) return
  await sql`delete from notices.deliveries d
    using unnest(${done.map(({ accountId }) => accountId)}::bigint[], ${done.map(({ id }) => id)}::uuid[]) as n(account_id, id)
    where d.account_id = n.account_id and d.id = n.id`.execute(db)
}

/** Puts a delivery off to `at`, epoch ms; one that was not attempted after all does not count as a try. */
export async function postponeDelivery(
  db: NoticesDb,
  { accountId, id }: Keyed,
  { at, attempted }: { at: number; attempted: boolean },
): Promise<void> {
  await sql`update notices.deliveries set due_at = ${dateOf(at)}, attempts = attempts - ${attempted ? 0 : 1}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Gives a delivery up: it is kept as failed, with the code of its last failure. */
export async function failDelivery(
  db: NoticesDb,
  { accountId, id }: Keyed,
  { at, error }: { at: number; error: string },
): Promise<void> {
  await sql`update notices.deliveries set failed_at = ${dateOf(at)}, error = ${error.slice(0, 60)}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}
