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

/** Ends identifications whose document has expired, and those of closed accounts, and notifies the customers concerned. */
export async function expireDue(deps: KycDeps): Promise<number> {
  const at = deps.clock.now()
  const day = utcDay(at)
  const ended = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Ending>`
      select id, customer_id as "customerId" from kyc.expire_due(${day}::date, ${dateOf(at)})`.execute(tx)
    await publishExpiry(deps, tx, { forms: rows.map((row) => ({ ...row, day })), ended: 'yes' })
    return rows
  })
  for (const { customerId } of ended) await deps.changed(customerId)
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

/** Erases pictures whose retention is over; returns of how many forms. What was stated stays with the account. */
export async function erasePictures({ consoleDb, clock, files }: KycDeps): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{ id: string; files: string[] }>`
    select id, files from kyc.pictures_due(${dateOf(at)})`.execute(consoleDb)
  if (rows.length === 0) return 0
  await files.erase(rows.flatMap((row) => row.files))
  const ids = rows.map(({ id }) => id)
  await sql`update kyc.identifications set pictures_erased_at = ${dateOf(at)} where id = any(${ids}::uuid[])`.execute(
    consoleDb,
  )
  return rows.length
}

/** Notifies a customer once, a month ahead, that a document expires. */
export async function warnOfExpiry(deps: KycDeps): Promise<number> {
  const now = deps.clock.now()
  return deps.consoleDb.transaction().execute(async (tx) => {
    const { rows } = await sql<Ending & { day: string }>`
    update kyc.identifications set warned_at = ${dateOf(now)}
    where id in (select id from kyc.identifications
      where status = 'VERIFIED' and warned_at is null and doc_expiry < ${utcDay(now + warnDays * dayMs)}::date
      order by doc_expiry limit 500)
    returning id, customer_id as "customerId", doc_expiry::text as day`.execute(tx)
    await publishExpiry(deps, tx, { forms: rows, ended: 'no' })
    return rows.length
  })
}
