import { apart, eachApart, failuresOf } from '../../kernel/concurrency/apart.ts'
import { dateOf, utcDay } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { KycDb, KycDeps } from './kyc.deps.ts'
import { expiryNotice } from './kyc-notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const warnDays = 30
type Ending = { id: string; customerId: string }

/** Publishes, in the transaction that notes it, that documents ended or will; who closed the account is not notified. */
async function publishExpiry(
  { accounts, enqueueNotices }: Pick<KycDeps, 'accounts' | 'enqueueNotices'>,
  tx: KycDb,
  { forms, ended }: { forms: readonly (Ending & { day: string })[]; ended: 'yes' | 'no' },
): Promise<void> {
  if (forms.length === 0) return
  const found = await accounts.readMany(
    tx,
    forms.map(({ customerId }) => customerId),
  )
  const customers = new Map(found.map((one) => [one.id, one]))
  const notices = forms.flatMap(({ id, customerId, day }) => {
    const customer = customers.get(customerId)
    if (customer === undefined || customer.status === 'CLOSED') return []
    return [expiryNotice({ id, accountId: customer.accountId, day, ended })]
  })
  await enqueueNotices(tx, notices)
}

/**
 * Ends identifications whose document has expired, and those of closed accounts, and notifies the customers concerned. One
 * that fails stops no other.
 */
export async function expireDue(deps: KycDeps): Promise<number> {
  const at = deps.clock.now()
  const day = utcDay(at)
  const failures = failuresOf(deps.log, 'an identification could not be ended')
  const { rows: due } = await sql<{ id: string }>`select id from kyc.due_to_expire(${day}::date) id`.execute(deps.db)
  const ended = await apart(due, {
    run: (some) =>
      deps.db.transaction().execute(async (tx) => {
        const ids = some.map(({ id }) => id)
        const { rows } = await sql<Ending>`
          select id, customer_id as "customerId" from kyc.expire_due(${ids}::uuid[], ${day}::date, ${dateOf(at)})`.execute(
          tx,
        )
        await publishExpiry(deps, tx, { forms: rows.map((row) => ({ ...row, day })), ended: 'yes' })
        return rows
      }),
    failed: ({ id }, cause) => failures.add({ identification: id }, cause),
  })
  await eachApart(ended, {
    run: ({ customerId }) => deps.changed(customerId),
    failed: ({ id }, cause) => failures.add({ identification: id }, cause),
  })
  failures.throwFirst()
  return ended.length
}

/** Marks what waits beyond its time; returns how many. Nothing is approved by waiting. */
export async function escalateDue({ consoleDb, clock }: KycDeps): Promise<number> {
  const now = dateOf(clock.now())
  const { rows } = await sql`
    update kyc.identifications set escalated_at = ${now}
    where status = 'PENDING_REVIEW' and escalated_at is null and due_at < ${now} returning id`.execute(consoleDb)
  return rows.length
}

/**
 * Erases pictures whose retention is over; returns of how many forms. What was stated stays with the account. A form that
 * fails stops no other.
 */
export async function erasePictures({ consoleDb, clock, files, log }: KycDeps): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{ id: string; files: string[] }>`
    select id, files from kyc.pictures_due(${dateOf(at)})`.execute(consoleDb)
  const failures = failuresOf(log, 'the pictures of an identification could not be erased')
  const erased = await apart(rows, {
    async run(some) {
      await files.erase(some.flatMap((row) => row.files))
      const ids = some.map(({ id }) => id)
      await sql`update kyc.identifications set pictures_erased_at = ${dateOf(at)} where id = any(${ids}::uuid[])`.execute(
        consoleDb,
      )
      return ids
    },
    failed: ({ id }, cause) => failures.add({ identification: id }, cause),
  })
  failures.throwFirst()
  return erased.length
}

/** Notifies a customer once, a month ahead, that a document expires. One that fails stops no other. */
export async function warnOfExpiry(deps: KycDeps): Promise<number> {
  const now = deps.clock.now()
  const failures = failuresOf(deps.log, 'a customer could not be warned of the end of a document')
  const isDue = sql`status = 'VERIFIED' and warned_at is null and doc_expiry < ${utcDay(now + warnDays * dayMs)}::date`
  const { rows: due } = await sql<{ id: string }>`
    select id from kyc.identifications where ${isDue} order by doc_expiry limit 500`.execute(deps.consoleDb)
  const warned = await apart(due, {
    run: (some) =>
      deps.consoleDb.transaction().execute(async (tx) => {
        const ids = some.map(({ id }) => id)
        const { rows } = await sql<Ending & { day: string }>`
          update kyc.identifications set warned_at = ${dateOf(now)} where id = any (${ids}::uuid[]) and ${isDue}
          returning id, customer_id as "customerId", doc_expiry::text as day`.execute(tx)
        await publishExpiry(deps, tx, { forms: rows, ended: 'no' })
        return rows
      }),
    failed: ({ id }, cause) => failures.add({ identification: id }, cause),
  })
  failures.throwFirst()
  return warned.length
}
