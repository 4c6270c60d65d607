import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import type { KycDb } from './kyc.deps.ts'

/** Identification forms of a customer with their states: nothing of what was stated. */
export const identityTimeline = (db: KycDb): TimelineSource =>
  tableSource<{ status: string; doc_type: string; attempt: number }>(db, {
    from: sql`kyc.identifications t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.submitted_at`,
    columns: sql`t.status, t.doc_type, t.attempt`,
    view: ({ status, doc_type: docType, attempt }) => ({ params: paramsOf({ status, docType, attempt }) }),
  })
