import { sql, type Db } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { noText } from './complaints.rules.ts'

/** Complaints and appeals of a customer, without their words. */
export const complaintTimeline = (db: Db<'complaints'>): TimelineSource =>
  tableSource<{ no: bigint; kind: string; status: string; finding: string | null }>(db, {
    from: sql`complaints.complaints t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.received_at`,
    columns: sql`t.no, t.kind, t.status, t.finding`,
    view: ({ no, kind, status, finding }) => ({ params: paramsOf({ no: noText(no), about: kind, status, finding }) }),
  })
