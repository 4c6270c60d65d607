import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Trace } from './mask-caller.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

type AuthDb = Db<'auth'>

export const historyMs = 90 * dayMs
/** Of one kind so many a day are kept: a list of thousands is no more useful, and tries that failed are counted elsewhere. */
const maxADay = { right: 500, wrong: 50 } as const
const listed = 100

export type Outcome = 'SIGNED_IN' | 'WRONG_PASSWORD' | 'WRONG_FACTOR' | 'BLOCKED'
export type SignIn = { id: string; at: number; outcome: Outcome; newDevice: boolean } & Trace
type NewSignIn = { customerId: string; at: number; outcome: Outcome; newDevice?: boolean; trace: Trace }

/** Keeps a sign-in for the customer's list: at most fifty a day of those that failed, 500 of the others. */
export async function recordSignIn(db: AuthDb, params: NewSignIn): Promise<void> {
  const { customerId, at, outcome, newDevice = false, trace } = params
  const dayBefore = dateOf(at - dayMs)
  const right = outcome === 'SIGNED_IN'
  await sql`
    insert into auth.sign_ins (customer_id, id, at, outcome, place, browser, system, new_device)
    select ${customerId}::uuid, ${uuidV7(at)}::uuid, ${dateOf(at)}, ${outcome}, ${trace.place}, ${trace.browser}, ${trace.system}, ${newDevice}
    where (
      select count(*) from auth.sign_ins
      where customer_id = ${customerId} and (outcome = 'SIGNED_IN') = ${right} and at > ${dayBefore})
      < ${right ? maxADay.right : maxADay.wrong}`.execute(db)
}

/** Keeps one that failed. Callers at once are counted one after another, else two of them would both be the fiftieth. */
export const recordFailedSignIn = (db: AuthDb, params: NewSignIn): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-ins ${params.customerId}`}, 0))`.execute(tx)
    await recordSignIn(tx, params)
  })

/** The newest sign-ins of 90 days, a hundred that came in and a hundred that did not, so that neither hides the other. */
export async function listSignIns(db: AuthDb, params: { customerId: string; now: number }): Promise<SignIn[]> {
  const rows = await sql<{
    id: string
    at: Date
    outcome: Outcome
    place: string
    browser: string | null
    system: string | null
    new_device: boolean
  }>`
    select id, at, outcome, place, browser, system, new_device from (
      select s.*, row_number() over (partition by outcome = 'SIGNED_IN' order by at desc, id desc) as row_index
      from auth.sign_ins s where customer_id = ${params.customerId} and at > ${dateOf(params.now - historyMs)}) numbered
    where row_index <= ${listed} order by at desc, id desc`.execute(db)
  return rows.rows.map(({ new_device, at, ...row }) => ({ ...row, at: msOf(at), newDevice: new_device }))
}

/** Forgets sign-ins of more than 90 days ago. */
export async function sweepSignIns(db: AuthDb, now: number): Promise<void> {
  await sql`delete from auth.sign_ins where at < ${dateOf(now - historyMs)}`.execute(db)
}
