import type { PublicWaits } from '@evenhand/protocol/books.ts'
import { dateOf } from '../../kernel/clock.ts'
import { sql } from '../../kernel/db.ts'
import type { WalletDb } from './deposits.store.ts'

// What waits for operators, and how long customers waited for what ended in the last thirty days.

type Queue = { open: number; overdue: number; oldest: Date | null }
type Waits = Omit<PublicWaits, 'queue' | 'promisedHours'>

const lately = (now: number): Date => dateOf(now - 30 * 86_400_000)

/** Deposits that wait for operators. */
export const depositQueue = async (db: WalletDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(created_at) as oldest
      from wallet.deposits where status in ('SUBMITTED', 'CONFIRMING')`.execute(db)
  ).rows[0]

/** Withdrawals that wait for operators. */
export const withdrawalQueue = async (db: WalletDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(requested_at) as oldest
      from wallet.withdrawals where status = 'REVIEW'`.execute(db)
  ).rows[0]

/** Lost fund passwords that wait for operators. */
export const fundResetQueue = async (db: WalletDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(asked_at) as oldest
      from wallet.fund_resets where status = 'WAITING'`.execute(db)
  ).rows[0]

/** Deposits that wait for anything, and how long it took, in seconds, until others were decided. */
export const depositWaits = async (db: WalletDb, now: number): Promise<Waits | undefined> =>
  (
    await sql<Waits>`
      select (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')))::int as open,
        (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') and due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where ended))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where ended))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where ended))::int as "p95S"
      from (select status, due_at, decided_at > ${lately(now)} and status in ('CREDITED', 'REJECTED', 'RETURNED') as ended,
          extract(epoch from decided_at - created_at) as took
        from wallet.deposits
        where decided_at > ${lately(now)} or status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')) d`.execute(db)
  ).rows[0]

/** Withdrawals that are under way, and how long it took, in seconds, until others were paid. */
export const withdrawalWaits = async (db: WalletDb, now: number): Promise<Waits | undefined> =>
  (
    await sql<Waits>`
      select (count(*) filter (where is_open))::int as open,
        (count(*) filter (where is_open and due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where not is_open))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where not is_open))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where not is_open))::int as "p95S"
      from (select due_at, status <> 'COMPLETED' as is_open, extract(epoch from completed_at - requested_at) as took
        from wallet.withdrawals
        where completed_at > ${lately(now)}
          or status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST')) w`.execute(db)
  ).rows[0]
