import { dateOf, utcDay } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { KycDeps } from './kyc.deps.ts'
import { kycNotice } from './kyc-notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const warnDays = 30

/** Ends identifications whose document has expired, and those of closed accounts, and tells whom it concerns. */
export async function expireDue({ db, clock, accounts, notify, changed }: KycDeps): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{ id: string; customer_id: string }>`
    select id, customer_id from kyc.expire_due(${utcDay(at)}::date, ${dateOf(at)})`.execute(db)
  if (rows.length === 0) return 0
  const customers = new Map((await accounts.findMany(rows.map((row) => row.customer_id))).map((one) => [one.id, one]))
  for (const { id, customer_id } of rows) {
    const customer = customers.get(customer_id)
    if (customer === undefined || customer.status === 'CLOSED') continue
    notify([
      kycNotice('kyc.expiring', {
        id,
        accountId: customer.accountId,
        number: 2,
        params: { day: utcDay(at), ended: 'yes' },
      }),
    ])
    await changed(customer_id)
  }
  return rows.length
}

/** Marks what waits beyond its time; answers how many. Nothing is approved by waiting. */
export async function escalateDue({ consoleDb, clock }: KycDeps): Promise<number> {
  const now = dateOf(clock.now())
  const { rows } = await sql`
    update kyc.identifications set escalated_at = ${now}
    where status = 'PENDING_REVIEW' and escalated_at is null and due_at < ${now} returning id`.execute(consoleDb)
  return rows.length
}

/** Erases pictures that nobody may still ask about; answers of how many forms. What was stated stays with the account. */
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

/** Tells once, a month ahead, that a document ends. */
export async function warnOfExpiry({ consoleDb, clock, accounts, notify }: KycDeps): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: string; customer_id: string; day: string }>`
    update kyc.identifications set warned_at = ${dateOf(now)}
    where id in (select id from kyc.identifications
      where status = 'VERIFIED' and warned_at is null and doc_expiry < ${utcDay(now + warnDays * dayMs)}::date
      order by doc_expiry limit 500)
    returning id, customer_id, doc_expiry::text as day`.execute(consoleDb)
  const customers = new Map((await accounts.findMany(rows.map((row) => row.customer_id))).map((one) => [one.id, one]))
  for (const { id, customer_id, day } of rows) {
    const customer = customers.get(customer_id)
    if (customer !== undefined)
      notify([kycNotice('kyc.expiring', { id, accountId: customer.accountId, params: { day, ended: 'no' } })])
  }
  return rows.length
}
