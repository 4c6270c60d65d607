import { sql, type Db } from '../../kernel/db/db.ts'

/** This machine, which every customer of a trial signs in from: it says nothing of a household. */
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
