import { publicServiceLevels, type ComplaintCounts, type PublicWaits } from '@evenhand/protocol/books.ts'
import { complaintBusinessDays } from '@evenhand/protocol/complaints.ts'
import { dateOf, type Clock } from './kernel/clock.ts'
import { sql, type Db } from './kernel/db.ts'
import { handle, type Mounted } from './kernel/http.ts'

type WaitsDb = Db<'wallet' | 'kyc' | 'complaints'>
type Row = Omit<PublicWaits, 'queue' | 'promisedHours'>

const dayMs = 86_400_000
/** A minute is as old as a public count of what is overdue may be. */
const freshMs = 30_000

// The same three questions of each queue: what is open, what of it is overdue, and how long it took what ended lately.
const counted = {
  deposits: (now: number) => sql<Row>`
    select (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')))::int as open,
      (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where ended))::int as ended,
      (percentile_disc(0.5) within group (order by took) filter (where ended))::int as "medianS",
      (percentile_disc(0.95) within group (order by took) filter (where ended))::int as "p95S"
    from (select status, due_at, decided_at > ${dateOf(now - 30 * dayMs)} and status in ('CREDITED', 'REJECTED', 'RETURNED') as ended,
        extract(epoch from decided_at - created_at) as took
      from wallet.deposits
      where decided_at > ${dateOf(now - 30 * dayMs)} or status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')) d`,
  withdrawals: (now: number) => sql<Row>`
    select (count(*) filter (where is_open))::int as open,
      (count(*) filter (where is_open and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where not is_open))::int as ended,
      (percentile_disc(0.5) within group (order by took) filter (where not is_open))::int as "medianS",
      (percentile_disc(0.95) within group (order by took) filter (where not is_open))::int as "p95S"
    from (select due_at, status <> 'COMPLETED' as is_open, extract(epoch from completed_at - requested_at) as took
      from wallet.withdrawals
      where completed_at > ${dateOf(now - 30 * dayMs)}
        or status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST')) w`,
  identity: (now: number) => sql<Row>`
    select (count(*) filter (where status = 'PENDING_REVIEW'))::int as open,
      (count(*) filter (where status = 'PENDING_REVIEW' and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where status <> 'PENDING_REVIEW'))::int as ended,
      (percentile_disc(0.5) within group (order by took) filter (where status <> 'PENDING_REVIEW'))::int as "medianS",
      (percentile_disc(0.95) within group (order by took) filter (where status <> 'PENDING_REVIEW'))::int as "p95S"
    from (select status, due_at, extract(epoch from decided_at - submitted_at) as took
      from kyc.identifications where decided_at > ${dateOf(now - 30 * dayMs)} or status = 'PENDING_REVIEW') i`,
} as const

type Counts = Omit<ComplaintCounts, 'promisedBusinessDays'>
async function complaintCounts(db: WaitsDb, now: number): Promise<ComplaintCounts> {
  const waiting = sql`status in ('RECEIVED', 'INVESTIGATING')`
  const { rows } = await sql<Counts>`
    select (count(*) filter (where is_late))::int as received,
      (count(*) filter (where ${waiting}))::int as open,
      (count(*) filter (where ${waiting} and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where is_late and answered_at is not null))::int as answered,
      (count(*) filter (where is_late and finding in ('UPHELD', 'PARTLY_UPHELD')))::int as upheld,
      (count(*) filter (where is_late and status = 'ESCALATED'))::int as escalated,
      (percentile_disc(0.5) within group (order by days) filter (where is_late and answered_at is not null))::int as "medianDays"
    from (select status, due_at, answered_at, finding, received_at > ${dateOf(now - 365 * dayMs)} as is_late,
        ceil(extract(epoch from answered_at - received_at) / 86400) as days
      from complaints.complaints where received_at > ${dateOf(now - 365 * dayMs)} or ${waiting}) c`.execute(db)
  const none: Counts = { received: 0, open: 0, overdue: 0, answered: 0, upheld: 0, escalated: 0, medianDays: null }
  return { ...(rows[0] ?? none), promisedBusinessDays: complaintBusinessDays }
}

const promisedHours = { deposits: 24, withdrawals: 24, identity: 48 } as const

/** How long customers wait, for everybody to see; counted at most twice a minute, whoever asks. */
export function publicWaits({ db, clock }: { db: WaitsDb; clock: Clock }): Mounted[] {
  type Levels = { asOf: number; queues: PublicWaits[]; complaints: ComplaintCounts }
  let newest: Promise<Levels> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  const count = async (asOf: number): Promise<Levels> => {
    const queues: PublicWaits[] = []
    for (const queue of ['deposits', 'withdrawals', 'identity'] as const) {
      const { rows } = await counted[queue](asOf).execute(db)
      if (rows[0] !== undefined) queues.push({ queue, promisedHours: promisedHours[queue], ...rows[0] })
    }
    return { asOf, queues, complaints: await complaintCounts(db, asOf) }
  }
  return [
    handle(publicServiceLevels, async () => {
      const now = clock.now()
      if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
        countedAt = now
        newest = count(now)
        newest.catch(() => (newest = undefined))
      }
      return newest
    }),
  ]
}
