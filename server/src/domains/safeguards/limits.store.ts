import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { CustomerLimit } from './eligibility.ts'

/** Holds a customer's safeguards until the transaction ends, so that changes to them come one after another. */
export async function holdSafeguards(tx: Db<'safeguards'>, customerId: string): Promise<void> {
  await sql`insert into safeguards.customers (customer_id) values (${customerId}) on conflict do nothing`.execute(tx)
  await sql`select from safeguards.customers where customer_id = ${customerId} for update`.execute(tx)
}

/** Keeps a limit as it is from now on, with the looser one that was requested. */
export async function keepLimit(
  tx: Db<'safeguards'>,
  { customerId, limit, now }: { customerId: string; limit: CustomerLimit; now: number },
): Promise<void> {
  const { name, value, wish } = limit
  const from = wish === null ? null : dateOf(wish.from)
  await sql`
    insert into safeguards.own_limits as l (customer_id, name, value, set_at, wish, wish_none, wish_from)
    values (${customerId}, ${name}, ${value}::bigint, ${dateOf(now)}, ${wish?.value ?? null}::bigint,
      ${wish !== null && wish.value === null}, ${from})
    on conflict (customer_id, name) do update set value = excluded.value, wish = excluded.wish,
      wish_none = excluded.wish_none, wish_from = excluded.wish_from,
      set_at = case when l.value is distinct from excluded.value then excluded.set_at else l.set_at end`.execute(tx)
}
