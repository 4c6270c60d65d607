import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { weekMs } from '@evenhand/protocol/durations.ts'

export type AccessFacts = {
  signIns: number
  failed: number
  newDevices: number
  newAtRequest: boolean | null
  credentialsChangedAt: number | null
}
/** Sign-ins of a week that are counted at most. */
const maxCounted = 5000

/** How a customer was signed in to in the week before a moment, and when credentials were last changed. */
export async function accessFacts(
  db: Db<'auth'>,
  { customerId, at }: { customerId: string; at: number },
): Promise<AccessFacts> {
  const { rows } = await sql<Omit<AccessFacts, 'credentialsChangedAt'> & { changed_at: Date | null }>`
    with week as (
      select s.outcome, s.new_device, s.at, s.id from auth.sign_ins s
      where s.customer_id = ${customerId} and s.at <= ${dateOf(at)} and s.at > ${dateOf(at - weekMs)}
      order by s.at desc, s.id desc limit ${maxCounted})
    select (count(*) filter (where outcome = 'SIGNED_IN'))::int as "signIns",
      (count(*) filter (where outcome <> 'SIGNED_IN'))::int as failed,
      (count(*) filter (where new_device and outcome = 'SIGNED_IN'))::int as "newDevices",
      (select w.new_device from week w where w.outcome = 'SIGNED_IN' order by w.at desc, w.id desc limit 1) as "newAtRequest",
      (select c.changed_at from auth.security_changes c where c.customer_id = ${customerId}) as changed_at
    from week`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a count has no row')
  const { changed_at: changedAt, ...facts } = row
  return { ...facts, credentialsChangedAt: changedAt === null ? null : msOf(changedAt) }
}
