import type { identityRisks } from '@evenhand/protocol/case-filters.ts'
import type { DocType, DocumentNeed, FurtherPictures, IdentificationReason } from '@evenhand/protocol/identification.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import { caseCondition, type CaseFilter } from '../../kernel/module/case-filter.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { WrappedKey } from '../../kernel/crypto/wrapping-keys.ts'
import type { KycDb } from './kyc.deps.ts'

/** A form as it lies; times in epoch milliseconds. */
export type Identification = {
  id: string
  customerId: string
  number: number
  attempt: number
  status: Exclude<IdentificationStatus, 'NOT_VERIFIED'>
  submittedAt: number
  dueAt: number
  escalatedAt: number | undefined
  decidedAt: number | undefined
  reasons: IdentificationReason[]
  docType: DocType
  docExpiry: string
  country: string
  documentHash: Buffer
  frontFileId: string
  backFileId: string | undefined
  holdingFileId: string
  further: FurtherPictures
  /** Once it was sent back: further documents that are requested. */
  needs: DocumentNeed[]
  sealed: Buffer
  key: WrappedKey
}

type Row = {
  id: string
  customer_id: string
  number: number
  attempt: number
  status: Identification['status']
  submitted_at: Date
  due_at: Date
  escalated_at: Date | null
  decided_at: Date | null
  reasons: IdentificationReason[]
  doc_type: DocType
  doc_expiry: string
  country: string
  document_hash: Buffer
  front_file_id: string
  back_file_id: string | null
  holding_file_id: string
  further: FurtherPictures
  needs: DocumentNeed[]
  sealed: Buffer
  key_id: string
  wrapped_key: Buffer
}

// A day of a document has no time and no zone: it travels as text.
const columns = sql`i.id, i.customer_id, i.number, i.attempt, i.status, i.submitted_at, i.due_at, i.escalated_at,
  i.decided_at, i.reasons, i.doc_type, i.doc_expiry::text as doc_expiry, i.country, i.document_hash, i.front_file_id,
  i.back_file_id, i.holding_file_id, i.further, i.needs, i.sealed, i.key_id, i.wrapped_key`

const msOrNone = (date: Date | null): number | undefined => (date === null ? undefined : msOf(date))

const identificationOf = (row: Row): Identification => ({
  id: row.id,
  customerId: row.customer_id,
  number: row.number,
  attempt: row.attempt,
  status: row.status,
  submittedAt: msOf(row.submitted_at),
  dueAt: msOf(row.due_at),
  escalatedAt: msOrNone(row.escalated_at),
  decidedAt: msOrNone(row.decided_at),
  reasons: row.reasons,
  docType: row.doc_type,
  docExpiry: row.doc_expiry,
  country: row.country,
  documentHash: row.document_hash,
  frontFileId: row.front_file_id,
  backFileId: row.back_file_id ?? undefined,
  holdingFileId: row.holding_file_id,
  further: row.further,
  needs: row.needs,
  sealed: row.sealed,
  key: { keyId: row.key_id, wrapped: row.wrapped_key },
})

/** Every picture of a form. */
export const picturesOf = (form: Pick<Identification, 'frontFileId' | 'backFileId' | 'holdingFileId' | 'further'>) =>
  [form.frontFileId, form.backFileId, form.holdingFileId, ...Object.values(form.further)].filter(
    (id): id is string => id !== undefined,
  )

/** The last form of a customer, which decides the customer's status. */
export async function lastOf(db: KycDb, customerId: string): Promise<Identification | undefined> {
  const { rows } = await sql<Row>`select ${columns} from kyc.identifications i
    where i.customer_id = ${customerId} order by i.number desc limit 1`.execute(db)
  return rows[0] && identificationOf(rows[0])
}

/** The last form of a customer that was verified, also where its document has ended since. */
export async function lastVerifiedOf(db: KycDb, customerId: string): Promise<Identification | undefined> {
  const { rows } = await sql<Row>`select ${columns} from kyc.identifications i
    where i.customer_id = ${customerId} and i.status in ('VERIFIED', 'EXPIRED')
    order by i.number desc limit 1`.execute(db)
  return rows[0] && identificationOf(rows[0])
}

/** A form by its id; `hold` keeps it until the transaction ends, for the caller that decides. */
export async function findIdentification(
  db: KycDb,
  { id, hold = false }: { id: string; hold?: boolean },
): Promise<Identification | undefined> {
  const { rows } = await sql<Row>`select ${columns} from kyc.identifications i
    where i.id = ${id} ${hold ? sql`for update` : sql``}`.execute(db)
  return rows[0] && identificationOf(rows[0])
}

/** All forms of a customer, the last one first. */
export async function allOf(db: KycDb, customerId: string): Promise<Identification[]> {
  const { rows } = await sql<Row>`select ${columns} from kyc.identifications i
    where i.customer_id = ${customerId} order by i.number desc limit 100`.execute(db)
  return rows.map(identificationOf)
}

export type NewIdentification = Omit<Identification, 'status' | 'escalatedAt' | 'decidedAt' | 'reasons' | 'needs'>

/** Keeps a form for review. Throws 23505 where one of its customer waits or holds. */
export async function insertIdentification(db: KycDb, params: NewIdentification): Promise<void> {
  await sql`
    insert into kyc.identifications (id, customer_id, number, attempt, submitted_at, due_at, doc_type, doc_expiry, country,
      document_hash, front_file_id, back_file_id, holding_file_id, further, sealed, key_id, wrapped_key)
    values (${params.id}, ${params.customerId}, ${params.number}, ${params.attempt}, ${dateOf(params.submittedAt)}, ${dateOf(params.dueAt)},
      ${params.docType}, ${params.docExpiry}::date, ${params.country}, ${params.documentHash}, ${params.frontFileId}, ${params.backFileId ?? null},
      ${params.holdingFileId}, ${JSON.stringify(params.further)}::jsonb, ${params.sealed}, ${params.key.keyId}, ${params.key.wrapped})`.execute(
    db,
  )
}

export type Move = {
  id: string
  from: Identification['status']
  to: Identification['status']
  at: number
  /** The operator; undefined where a provider decided. */
  by: string | undefined
  reasons?: readonly IdentificationReason[]
  needs?: readonly DocumentNeed[]
  /** Where it is reviewed anew: until when. */
  dueAt?: number
}

/** Moves a form from one status to another; returns false where it was in another than `from`. */
export async function moveIdentification(db: KycDb, params: Move): Promise<boolean> {
  const { rows } = await sql`
    update kyc.identifications set status = ${params.to}, decided_at = ${dateOf(params.at)}, decided_by = ${params.by ?? null},
      reasons = ${JSON.stringify(params.reasons ?? [])}::jsonb, needs = ${JSON.stringify(params.needs ?? [])}::jsonb,
      due_at = coalesce(${params.dueAt === undefined ? null : dateOf(params.dueAt)}, due_at),
      escalated_at = null
    where id = ${params.id} and status = ${params.from} returning id`.execute(db)
  return rows.length === 1
}

export type QueueRequest = {
  statuses: readonly string[]
  cases: CaseFilter
  risk: (typeof identityRisks)[number] | undefined
  limit: number
  offset: number
}
export type Queued = Identification & { duplicates: number; proposed: string | undefined }

const risks = {
  // The customers under a hold are part of the filter of every queue.
  LEGAL_HOLD: sql`true`,
  SAME_DOCUMENT: sql`exists (select from kyc.identifications d
    where d.document_hash = i.document_hash and d.customer_id <> i.customer_id)`,
  SECOND_PERSON: sql`exists (select from kyc.proposals p where p.identification_id = i.id and p.outcome is null)`,
} as const satisfies Record<(typeof identityRisks)[number], ReturnType<typeof sql>>

/** Forms in some states, the most urgent first, with what a reviewer should know before opening one. */
export async function queueOf(db: KycDb, params: QueueRequest): Promise<{ rows: Queued[]; total: number }> {
  const { rows } = await sql<Row & { duplicates: number; proposed: string | null; total: number }>`
    select ${columns},
      (select count(distinct d.customer_id)::int from kyc.identifications d
       where d.document_hash = i.document_hash and d.customer_id <> i.customer_id) as duplicates,
      (select p.kind from kyc.proposals p where p.identification_id = i.id and p.outcome is null) as proposed,
      count(*) over ()::int as total
    from kyc.identifications i where i.status = any(${params.statuses as string[]}::text[])
      and ${caseCondition({ id: sql`i.id`, customer: sql`i.customer_id`, received: sql`i.submitted_at` }, params.cases)}
      and ${params.risk === undefined ? sql`true` : risks[params.risk]}
    order by (i.status = 'PENDING_REVIEW') desc, i.due_at, i.id limit ${params.limit} offset ${params.offset}`.execute(
    db,
  )
  return {
    rows: rows.map((row) => ({
      ...identificationOf(row),
      duplicates: row.duplicates,
      proposed: row.proposed ?? undefined,
    })),
    total: rows[0]?.total ?? 0,
  }
}
