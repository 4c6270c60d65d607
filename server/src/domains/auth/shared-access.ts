import { sql, type Db } from '../../kernel/db/db.ts'

/** This machine, which every customer of a trial signs in from: it shows nothing about a household. */
const loopback = ['', '127.0.0.*', '0:0:0::/48', '::1::/48']

export type SharedAccess = { device: boolean; network: boolean }

/**
 * Whether two customers signed in within the last 90 days from one network, and from one with the same browser and system.
 * Networks are what the history of sign-ins keeps; what is older has gone.
 */
export async function sharedAccess(
  db: Db<'auth'>,
  [one, other]: readonly [customerId: string, customerId: string],
): Promise<SharedAccess> {
  const { rows } = await sql<SharedAccess>`
    select coalesce(bool_or(a.browser is not null and a.browser = b.browser and a.system is not distinct from b.system), false) as device,
      count(*) > 0 as network
    from (select distinct place, browser, system from auth.sign_ins where customer_id = ${one} and outcome = 'SIGNED_IN') a
    join (select distinct place, browser, system from auth.sign_ins where customer_id = ${other} and outcome = 'SIGNED_IN') b
      on b.place = a.place
    where a.place <> all (${loopback}::text[])`.execute(db)
  return rows[0] ?? { device: false, network: false }
}

/** Whether one mailbox, or one identity at a provider, is or was with both customers. */
export async function shareWay(
  db: Db<'auth'>,
  [one, other]: readonly [customerId: string, customerId: string],
): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from auth.known_ways a join auth.known_ways b on b.kind = a.kind and b.way = a.way
      where a.customer_id = ${one} and b.customer_id = ${other}) as shared`.execute(db)
  return rows[0]?.shared === true
}
